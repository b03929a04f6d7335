import { ActionIcon, Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { IconPercentage, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { asCommand } from '~/kit/ui/elements/commands';
import { AddButton } from '~/kit/ui/elements/AddButton';
import { DateInput } from '~/kit/ui/inputs/DateInput';
import { FormDialog } from '~/kit/ui/form/FormDialog';
import { FormField, FormGrid } from '~/kit/ui/form/FormParts';
import { useSession } from '~/modules/organization/users/sessions/screens/session.client';
import {
  changeSettings,
  useCompany,
  useSettings,
} from '~/modules/organization/company/screens/settings.client';
import type { TdsCode } from '~/modules/organization/company/tds-codes.fields';

interface TypedCode extends TdsCode {
  key: number;
}

/** "TDS Codes" for administrators (docs/product/bills.md#tds). */
export function TdsSettings() {
  const isAdmin = useSession().role === 'admin';
  const [opened, setOpened] = useState(false);
  if (!isAdmin) return null;
  return (
    <>
      <Button
        {...asCommand()}
        variant="default"
        leftSection={<IconPercentage size={16} />}
        onClick={() => setOpened(true)}
      >
        TDS Codes
      </Button>
      {opened ? <Codes onClose={() => setOpened(false)} /> : null}
    </>
  );
}

function Codes({ onClose }: { onClose: () => void }) {
  const { tds_codes } = useSettings();
  const { today } = useCompany();
  const [before] = useState<TypedCode[]>(() => tds_codes.map((code, key) => ({ ...code, key })));
  const [codes, setCodes] = useState(before);
  const change = (key: number, values: Partial<TdsCode>) =>
    setCodes((now) => now.map((each) => (each.key === key ? { ...each, ...values } : each)));
  const add = () => {
    const key = Math.max(0, ...codes.map((each) => each.key)) + 1;
    setCodes([...codes, { ...emptyCode, valid_from: today, key }]);
  };
  return (
    <FormDialog
      onClose={onClose}
      title="TDS Codes"
      size="xl"
      fields={{}}
      isChangedBeside={JSON.stringify(codes) !== JSON.stringify(before)}
      submitLabel="Save"
      failedText="Failed to save TDS codes"
      onSubmit={async () => {
        await changeSettings({ tds_codes: codes.map(({ key: _key, ...code }) => code) });
        return 'TDS codes saved successfully';
      }}
    >
      {codes.map((code) => (
        <Code
          key={code.key}
          code={code}
          onChange={(values) => change(code.key, values)}
          onRemove={() => setCodes((now) => now.filter(({ key }) => key !== code.key))}
        />
      ))}
      <AddButton variant="default" onClick={add}>
        Add TDS Code
      </AddButton>
    </FormDialog>
  );
}

const emptyCode: TdsCode = {
  code: '',
  name: '',
  rate_individual: 0,
  rate_other: 0,
  rate_no_pan: 20,
  single_threshold: null,
  year_threshold: null,
  only_excess: false,
  valid_from: '',
};

const texts = [
  ['code', 'Code'],
  ['name', 'Name'],
] as const;

const figures = [
  ['rate_individual', 'Rate for individuals, %'],
  ['rate_other', 'Rate for others, %'],
  ['rate_no_pan', 'Rate without PAN, %'],
] as const;

const thresholds = [
  ['single_threshold', 'Threshold of one bill, ₹'],
  ['year_threshold', 'Threshold of the year, ₹'],
] as const;

interface CodeProps {
  code: TypedCode;
  onChange: (values: Partial<TdsCode>) => void;
  onRemove: () => void;
}

function Thresholds({ code, onChange }: Omit<CodeProps, 'onRemove'>) {
  return thresholds.map(([key, label]) => (
    <FormField key={key} compact>
      <NumberInput
        label={label}
        placeholder="None"
        value={code[key] ?? ''}
        min={0}
        decimalScale={2}
        onChange={(value) => onChange({ [key]: value === '' ? null : Number(value) })}
      />
    </FormField>
  ));
}

function Code({ code, onChange, onRemove }: CodeProps) {
  const name = code.code || 'new code';
  return (
    <FormGrid role="group" aria-label={`TDS code ${name}`}>
      {texts.map(([key, label]) => (
        <FormField key={key} compact required>
          <TextInput
            label={label}
            value={code[key]}
            autoComplete="off"
            onChange={(event) => onChange({ [key]: event.currentTarget.value })}
          />
        </FormField>
      ))}
      {figures.map(([key, label]) => (
        <FormField key={key} compact required>
          <NumberInput
            label={label}
            value={code[key]}
            min={0}
            max={100}
            decimalScale={2}
            onChange={(value) => onChange({ [key]: Number(value) || 0 })}
          />
        </FormField>
      ))}
      <Thresholds code={code} onChange={onChange} />
      <FormField compact required>
        <DateInput
          label="Valid From"
          value={code.valid_from}
          onChange={(valid_from) => onChange({ valid_from })}
        />
      </FormField>
      <FormField compact>
        <Checkbox
          label="Only what exceeds the year's threshold"
          checked={code.only_excess}
          onChange={(event) => onChange({ only_excess: event.currentTarget.checked })}
        />
      </FormField>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Remove TDS code ${name}`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </FormGrid>
  );
}
