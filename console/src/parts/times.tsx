const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** A calendar date, or the day of a timestamp. */
export function Day({ value }: { readonly value: string }) {
  return <time dateTime={value}>{day.format(new Date(value))}</time>;
}

/** A timestamp in the reader's own time zone; the exact one on hover. */
export function Moment({ value }: { readonly value: string }) {
  return (
    <time dateTime={value} title={value}>
      {moment.format(new Date(value))}
    </time>
  );
}

const counts = new Intl.NumberFormat('en-US');
export function formatCount(count: number): string {
  return counts.format(count);
}
