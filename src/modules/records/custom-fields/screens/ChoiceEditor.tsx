import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import { type CustomChoice, choiceColors } from '../custom-fields.fields';
import classes from './ChoiceEditor.module.css';

interface Props {
  choices: readonly CustomChoice[];
  onChange: (choices: readonly CustomChoice[]) => void;
}

const colors = [
  { value: '', label: 'No color' },
  ...choiceColors.map((value) => ({
    value,
    label: value.charAt(0).toUpperCase() + value.slice(1),
  })),
];

/** The choices of a field, each on a line. */
export function ChoiceEditor({ choices, onChange }: Props) {
  const change = (at: number, values: Partial<CustomChoice>) =>
    onChange(choices.map((each, index) => (index === at ? { ...each, ...values } : each)));
  const add = () => onChange([...choices, { value: '', label: '', color: null, is_active: true }]);
  return (
    <fieldset className={classes.choices}>
      <legend>Choices</legend>
      {choices.map((choice, at) => {
        const name = `Choice ${at + 1}`;
        return (
          <div key={at} className={classes.choice}>
            <TextInput
              aria-label={name}
              value={choice.label}
              maxLength={100}
              onChange={(event) => change(at, { label: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={`${name}: color`}
              data={colors}
              value={choice.color ?? ''}
              onChange={(event) => change(at, { color: event.currentTarget.value || null })}
            />
            <Checkbox
              label="On"
              aria-label={`${name}: on`}
              checked={choice.is_active}
              onChange={(event) => change(at, { is_active: event.currentTarget.checked })}
            />
            <CloseButton
              aria-label={`Remove ${name.toLowerCase()}`}
              onClick={() => onChange(choices.filter((_, index) => index !== at))}
            />
          </div>
        );
      })}
      <Button variant="default" size="xs" onClick={add}>
        Add Choice
      </Button>
    </fieldset>
  );
}
