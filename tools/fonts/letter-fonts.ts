/** A font of a letter's PDF. The release copies it (tools/release/release.ts) and names its license. */
interface LetterFont {
  name: string;
  /** The source file, from `node_modules`. */
  source: string;
  /** The characters to keep; all by default. */
  of?: RegExp;
}

/** Characters missing in the first font come from the first other that has them. The second sets headings. */
export const letterFonts: LetterFont[] = [
  { name: 'letter-400', source: '@expo-google-fonts/fraunces/400Regular/Fraunces_400Regular.ttf' },
  { name: 'letter-500', source: '@expo-google-fonts/fraunces/500Medium/Fraunces_500Medium.ttf' },
  { name: 'letter-serif', source: '@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf' },
  {
    name: 'letter-symbols',
    source: '@fontsource-variable/noto-sans-symbols/files/noto-sans-symbols-symbols-wght-normal.woff2',
  },
  {
    name: 'letter-math',
    source: '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2',
    of: /[\u2000-\u2bff]/u,
  },
  { name: 'letter-emoji', source: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf' },
];

export const letterFontFile = (name: string) => `src/styles/fonts/${name}.generated.ttf`;
