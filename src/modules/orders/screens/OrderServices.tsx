import { TextInput } from '@mantine/core';
import { LineRow } from '~/modules/documents/screens/LineRow';
import { ServicePicker } from '~/modules/services/screens/ServicePicker';
import { lineProps, type OrderFormState } from './OrderFormState';
import { LinesFoot } from './OrderItems';

interface Props {
  form: OrderFormState;
  locked: boolean;
}

/** The services of an order being typed, each with its notes. */
export function OrderServices({ form, locked }: Props) {
  const { services } = form.typed;
  return (
    <fieldset className="form-section">
      <legend>Services</legend>
      {services.map((service, index) => {
        const shared = lineProps(form, { kind: 'services', index, line: service });
        const at = `services.${index}`;
        const change = (values: Partial<typeof service>) =>
          form.changeLine('services', service.key, values);
        return (
          <LineRow
            key={service.key}
            {...shared}
            locked={locked}
            below={
              <TextInput
                aria-label={`${shared.name} notes`}
                placeholder="Notes for this service"
                value={service.notes}
                error={form.errorOf(`${at}.notes`)}
                onBlur={() => form.leave(`${at}.notes`)}
                readOnly={locked}
                onChange={(event) => change({ notes: event.currentTarget.value })}
              />
            }
          >
            <ServicePicker
              value={service.service_id}
              chosenName={service.name}
              locked={locked}
              error={form.errorOf(`${at}.service_id`)}
              autoFocus={form.added === service.key}
              onChange={(chosen) =>
                change({
                  service_id: chosen.id,
                  name: chosen.service_name,
                  unit_price: chosen.price === null ? '' : String(chosen.price),
                })
              }
              onBlur={() => form.leave(`${at}.service_id`)}
            />
          </LineRow>
        );
      })}
      <LinesFoot
        form={form}
        kind="services"
        addLabel="Add Service"
        onAdd={form.addService}
        locked={locked}
      />
    </fieldset>
  );
}
