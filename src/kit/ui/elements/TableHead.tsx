interface Props {
  titles: readonly string[];
  /** The columns of amounts after these, and the columns after the amounts. */
  amounts?: readonly string[];
  after?: readonly string[];
}

/** The head of a plain table. */
export function TableHead({ titles, amounts = [], after = [] }: Props) {
  const headOf = (title: string, className?: string) => (
    <th key={title} scope="col" className={className}>
      {title}
    </th>
  );
  return (
    <thead>
      <tr>
        {titles.map((title) => headOf(title))}
        {amounts.map((title) => headOf(title, 'amount'))}
        {after.map((title) => headOf(title))}
      </tr>
    </thead>
  );
}
