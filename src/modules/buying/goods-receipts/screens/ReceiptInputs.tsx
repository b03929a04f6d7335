import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useRowOf } from '~/kit/ui/records/useWhole';
import { useProducts } from '~/modules/catalogue/products/catalogue/screens/products.client';
import classes from './ReceiptInputs.module.css';

interface AmountProps {
  label: string;
  value: string;
  /** Shown once the input is left. */
  problem?: string | null | undefined;
  onChange: (text: string) => void;
}

export function Amount({ label, value, problem, onChange }: AmountProps) {
  const [isTyping, setTyping] = useState(false);
  return (
    <TextInput
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      className={classes.amount}
      value={value}
      error={isTyping ? null : problem}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        setTyping(true);
        onChange(event.currentTarget.value);
      }}
    />
  );
}

interface TextProps extends Omit<TextInputProps, 'onChange'> {
  value: string;
  onChange: (text: string) => void;
}

/** The lots of goods that come, for a tracked product alone (docs/product/goods-receipts.md#lines). */
export function ReceivedLots({
  productId,
  onChange,
  ...input
}: TextProps & { productId: number | null }) {
  const product = useRowOf(useProducts(), productId);
  if (!product || product.tracking === 'none') return null;
  return (
    <TextInput
      {...input}
      placeholder="Lots: A x 4 exp 31 Mar 2027; empty: automatic"
      miw={290}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function RejectReason({ onChange, ...input }: TextProps) {
  return (
    <TextInput
      {...input}
      placeholder="Why it was rejected"
      autoComplete="off"
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
