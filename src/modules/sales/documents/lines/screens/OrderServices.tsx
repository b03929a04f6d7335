import { TextInput } from '@mantine/core';
import { memo } from 'react';
import { LineRow } from './LineRow';
import { NearLines } from './NearLines';
import { rowProps } from '../line-rows.rules';
import { itsOwnTax } from '../typed-lines.rules';
import { ServicePicker } from '~/modules/catalogue/services/screens/ServicePicker';
import { LinesFoot, type LinesProps, type OrderLineOf, OrderLineTerms } from './OrderItems';
import { FormSection } from '~/kit/ui/form/FormParts';

export function OrderServices({ form, locked, withOptions }: LinesProps) {
  const { services } = form.typed;
  return (
    <FormSection>
      <legend>Services</legend>
      <NearLines count={services.length}>
        {services.map((service, index) => (
          <OrderService
            key={service.key}
            {...form.rowOf('services', service, index)}
            locked={locked}
            withOptions={withOptions}
            isGst={form.isGst}
            preview={form.taxOfLine(service.key)}
            isAdded={form.added === service.key}
          />
        ))}
      </NearLines>
      <LinesFoot form={form} list="services" addLabel="Add Service" locked={locked} />
    </FormSection>
  );
}

const OrderService = memo(function OrderService(props: OrderLineOf) {
  const { actions: callbacks, line: service, index, errors, locked } = props;
  const row = rowProps(props);
  const at = `services.${index}`;
  const change = (values: Partial<typeof service>) =>
    callbacks.changeLine('services', service.key, values);
  return (
    <LineRow
      {...row}
      isAdded={props.isAdded}
      locked={locked}
      below={
        <>
          <OrderLineTerms {...props} />
          <TextInput
            aria-label={`${row.name} notes`}
            placeholder="Notes for this service"
            value={service.notes}
            error={errors['notes']}
            onBlur={() => callbacks.leave(`${at}.notes`)}
            readOnly={locked}
            onChange={(event) => change({ notes: event.currentTarget.value })}
          />
        </>
      }
    >
      <ServicePicker
        value={service.service_id}
        chosenName={service.description}
        locked={locked}
        error={errors['service_id']}
        autoFocus={props.isAdded}
        onChange={(chosen) =>
          change({
            service_id: chosen.id,
            description: chosen.service_name,
            unit_price: chosen.price === null ? '' : String(chosen.price),
            ...itsOwnTax,
          })
        }
        onBlur={() => callbacks.leave(`${at}.service_id`)}
      />
    </LineRow>
  );
});
