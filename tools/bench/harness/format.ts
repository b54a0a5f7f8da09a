/** A ratio: `0.93` */
export const ratio = (value: number): string => value.toFixed(2);

/** Milliseconds: `3.1 ms` */
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** Microseconds: `41 µs`; a dash where the system does not tell */
export const microseconds = (value: number | null): string =>
  value === null ? '-' : `${value.toFixed(0)} µs`;

/** Things a second: `12,400 /s` */
export const perSecond = (value: number): string => `${count(value)} /s`;

/** A whole number: `200,000` */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Bytes in units of 1,000: `6.3 KB` */
export const kilobytes = (value: number): string => `${(value / 1_000).toFixed(1)} KB`;

/** Bytes in units of 1,000,000: `98 MB` */
export const megabytes = (value: number): string => `${(value / 1_000_000).toFixed(0)} MB`;
