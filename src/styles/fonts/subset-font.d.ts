declare module 'subset-font' {
  /** @returns the font with only these characters, and those axes at one value or within two */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, number | { min: number; max: number }> },
  ): Promise<Buffer>;
}
