/* The business chooses the hue of links, buttons and headings; the two themes set lightness and chroma. */

interface Strength {
  lightness: number;
  chroma: number;
}

/** By day, by night, and for text on the color of the night; from tailwind.config.mjs, whose hue is 333. */
const strengths = {
  day: { lightness: 0.34, chroma: 0.094 },
  night: { lightness: 0.812, chroma: 0.063 },
  onNight: { lightness: 0.227, chroma: 0.052 },
} satisfies Record<string, Strength>;

export type Accent = Record<keyof typeof strengths, string>;

/** Returns the hex colors of a hue (in degrees) for the day theme, the night theme and text on the latter. */
export function accentOf(hue: number): Accent {
  return {
    day: toHex(hue, strengths.day),
    night: toHex(hue, strengths.night),
    onNight: toHex(hue, strengths.onNight),
  };
}

/** Lowers the chroma until the screen can show the color: it becomes grayer but keeps its lightness. */
function toHex(hue: number, { lightness, chroma }: Strength): string {
  for (let tried = chroma; tried > 0; tried -= 0.002) {
    const channels = toLinear(hue, lightness, tried);
    if (channels.every((channel) => channel >= 0 && channel <= 1)) return hexOf(channels);
  }
  return hexOf(toLinear(hue, lightness, 0));
}

/** Returns linear red, green and blue (https://bottosson.github.io/posts/oklab/). */
function toLinear(hue: number, lightness: number, chroma: number): number[] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Returns the hue of a hex color, in whole degrees; 0 for a gray. */
export function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const shown = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
  });
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return Math.hypot(a, b) < 0.001 ? 0 : (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
}

function hexOf(channels: number[]): string {
  const bytes = channels.map((linear) => {
    const shown = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, shown)) * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
