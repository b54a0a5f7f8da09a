/*
 * A browser's own description names its version, its phone's model and more: enough to know its owner by. What is
 * kept of it is one of these names for the browser and one for the system, which is as much as people tell their
 * devices apart by.
 */

/** The first that is found: most browsers claim to be Safari, many to be Chrome as well. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Phones claim to be the system that theirs descends from. */
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * @param userAgent the header of that name
 * @returns a browser in words, such as `Firefox on Windows`; null when nothing about it is known
 */
export function deviceName(userAgent: string | undefined): string | null {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : null);
}
