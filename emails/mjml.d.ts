/** mjml ships no types: what we use of it, read from mjml-core 5.4. */
declare module 'mjml' {
  export interface MjmlNode {
    tagName: string;
    content?: string;
    children?: MjmlNode[];
  }

  export default function mjml2html(
    source: string,
    options: {
      keepComments: boolean;
      fonts: Record<string, string>;
      validationLevel: 'strict' | 'soft' | 'skip';
    },
  ): Promise<{ html: string; json: MjmlNode }>;
}
