/** mjml ships no types: what we use of it, read from mjml-core 5.4. */
declare module 'mjml' {
  export interface MjmlNode {
    tagName: string;
    content?: string;
    line?: number;
    children?: MjmlNode[];
  }

  export interface MjmlOptions {
    /** A file beside which `mj-include` paths are looked up; nothing outside its folder is read. */
    filePath: string;
    ignoreIncludes: boolean;
    keepComments: boolean;
    /** Web fonts by name; an empty object keeps the mail free of remote style sheets. */
    fonts: Record<string, string>;
    validationLevel: 'strict' | 'soft' | 'skip';
    /** Change each source before it is parsed, includes too. */
    preprocessors: ((source: string) => string)[];
  }

  /** Throws on invalid MJML when `validationLevel` is `strict`. */
  export default function mjml2html(
    source: string,
    options: MjmlOptions,
  ): Promise<{ html: string; json: MjmlNode; errors: { formattedMessage: string }[] }>;
}
