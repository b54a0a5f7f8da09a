/* The business chooses the hue of links, buttons and headings; lightness and strength belong to the two themes. */

interface Strength {
  lightness: number;
  chroma: number;
}

/** By day and by night, and what is written on it at night; those of tailwind.config.mjs, whose hue is 333. */
const strengths = {
  day: { lightness: 0.34, chroma: 0.094 },
  night: { lightness: 0.812, chroma: 0.063 },
  onNight: { lightness: 0.227, chroma: 0.052 },
} satisfies Record<string, Strength>;

export type Accent = Record<keyof typeof strengths, string>;

/** Returns the hex colors of a hue, in degrees, by day and by night. */
export function accentOf(hue: number): Accent {
  return {
    day: toHex(hue, strengths.day),
    night: toHex(hue, strengths.night),
    onNight: toHex(hue, strengths.onNight),
  };
}

/** Lowers the chroma until the screen can show the color: it becomes grayer, and its lightness stays. */
function toHex(hue: number, { lightness, chroma }: Strength): string {
  for (let tried = chroma; tried > 0; tried -= 0.002) {
    const channels = toLinear(hue, lightness, tried);
    if (channels.every((channel) => channel >= 0 && channel <= 1)) return hexOf(channels);
  }
  return hexOf(toLinear(hue, lightness, 0));
}

/** @returns red, green and blue, linear (https://bottosson.github.io/posts/oklab/) */
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

function hexOf(channels: number[]): string {
  const bytes = channels.map((linear) => {
    const shown = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
    return Math.round(Math.min(1, Math.max(0, shown)) * 255);
  });
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
