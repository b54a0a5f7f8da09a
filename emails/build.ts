/**
 * Compiles emails/*.mjml and emails/*.txt into src/server/delivery/templates.generated.ts, one typed function per
 * message. Runs at build time (`node emails/build.ts`): MJML is slow and escapes nothing, so the running
 * server never sees it. In a template:
 *
 *   {{name}}                                  a declared value, escaped for the part it stands in
 *   {{paragraphs:name}}                       a declared text of several paragraphs
 *   {{links:name}}                            declared links, each with its words
 *   {{cards:name}}                            declared cards: their pictures, or a line for each
 *   {{#if flag}}…{{else}}…{{/if}}             a declared flag; the else part may be left out
 *   theme(day.primary)                        a design token, of the groups that `tokens` names below; what is primary
 *                                             becomes the colour that the business has chosen
 *
 * In MJML a tag stands inside mj-text, mj-table or mj-raw, where the content is taken as it is.
 * The first line of the text part is `Subject: …`.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import mjml2html, { type MjmlNode } from 'mjml';
import { day, mail, night } from '../tailwind.config.mjs';
import { type Template, templates } from './messages.ts';
import { parse, TemplateError, toExpression } from './template-language.ts';

const tokens: Record<string, Record<string, string>> = { day, night, mail };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

function read(path: string): string {
  try {
    return readFileSync(here(path), 'utf8');
  } catch {
    throw new TemplateError(`emails/${path.slice(2)}: cannot be read`);
  }
}

/** Text between elements that MJML would drop in silence, and with it half of an {{#if}}. */
function refuseStrayText(node: MjmlNode, where: string): void {
  if (node.content?.trim() && node.children?.length)
    throw new TemplateError(
      `${where}: text outside mj-text, mj-table or mj-raw, in ${node.tagName}: ${node.content.trim()}`,
    );
  for (const child of node.children ?? []) refuseStrayText(child, where);
}

/** Escaping makes a value safe in text and in quoted attributes, and nowhere else. */
function refuseUnsafePlaces(html: string, template: Template, where: string): void {
  const unsafe = /<!--(?:(?!-->).)*\{\{|<(style|script)\b(?:(?!<\/\1).)*\{\{|=\s*\{\{/s.exec(html);
  if (unsafe)
    throw new TemplateError(`${where}: a value inside a comment, a style, a script or an unquoted attribute`);
  for (const [, name = ''] of html.matchAll(/(?:href|src|style|background)\s*=\s*["']\s*\{\{\s*(\w*)/g)) {
    if (template.values[name]?.[0] !== 'link')
      throw new TemplateError(`${where}: "${name}" starts a link but is not declared as one`);
  }
}

/** Puts in the design tokens. MJML calls it for what it includes as well. */
function withTokens(mjml: string): string {
  return mjml.replace(/theme\((\w+)\.([\w-]+)\)/g, (tag, group: string, name: string) => {
    const value = tokens[group]?.[name];
    if (!value) throw new TemplateError(`there is no design token ${tag}`);
    return value;
  });
}

async function compileHtml(template: Template, where: string): Promise<string> {
  const { html, json } = await mjml2html(read(`./${template.name}.mjml`), {
    filePath: here(`./${template.name}.mjml`),
    // Includes are read from this folder only: mjml refuses paths that lead out of it.
    ignoreIncludes: false,
    keepComments: false,
    fonts: {},
    validationLevel: 'strict',
    preprocessors: [withTokens],
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TemplateError(`${where}: ${reason.replace(/\s+/g, ' ')}`);
  });
  if (html.includes('mj-include')) throw new TemplateError(`${where}: an mj-include could not be read`);
  refuseStrayText(json, where);
  refuseUnsafePlaces(html, template, where);
  // Notes and indentation stay here: some clients cut a long mail off.
  return html
    .replace(/<style\b.*?<\/style>/gs, (style) => style.replace(/\/\*.*?\*\//gs, ''))
    .replace(/^[ \t]+|[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}

/** Those of the tokens that the business chooses, as they stand in the HTML, and where a mail has them. */
const chosen: [token: string, value: string][] = [
  [day.primary, 'accent.day'],
  [night.primary, 'accent.night'],
];

/** @returns an expression whose texts have the chosen colours instead of the tokens */
function withChosenColours(expression: string): string {
  return chosen.reduce((source, [token, value]) => source.replaceAll(token, `" + ${value} + "`), expression);
}

/** Splits off the subject; block tags alone on a line take their line with them. */
function readText(template: Template, where: string): { subject: string; body: string } {
  const source = read(`./${template.name}.txt`).replaceAll('\r\n', '\n');
  const [, subject, body] = /^Subject: ([^\n]+)\n+(.*)$/s.exec(source) ?? [];
  if (!subject || !body) throw new TemplateError(`${where}: the first line must be "Subject: …"`);
  return { subject, body: body.replace(/^[ \t]*(\{\{(?:#if \w+|else|\/if)\}\})[ \t]*\n/gm, '$1') };
}

const pascalCase = (name: string) =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Of the values that are no text. */
const typesOf: Record<string, string> = {
  flag: 'boolean',
  cards: 'readonly MailCard[]',
  links: 'readonly MailLink[]',
};

async function toFunction(template: Template): Promise<string> {
  const [mjmlFile, textFile] = [`emails/${template.name}.mjml`, `emails/${template.name}.txt`];
  const html = await compileHtml(template, mjmlFile);
  const { subject, body } = readText(template, textFile);
  const used = new Set<string>();
  const subjectExpression = toExpression(parse(subject, textFile), 'text', template, textFile, used);
  const textExpression = toExpression(parse(body, textFile), 'text', template, textFile, used);
  const htmlExpression = withChosenColours(
    toExpression(parse(html, mjmlFile), 'html', template, mjmlFile, used),
  );
  const unused = Object.keys(template.values).find((name) => !used.has(name));
  if (unused)
    throw new TemplateError(`${mjmlFile}: "${unused}" is declared in emails/messages.ts but nothing uses it`);

  const pascal = pascalCase(template.name);
  const fields = Object.entries(template.values).map(
    ([name, [kind, about]]) => `  /** ${about} */\n  ${name}: ${typesOf[kind] ?? 'string'};\n`,
  );
  return `/** What render${pascal} needs; everything is escaped there. */
export interface ${pascal}Values {
${fields.join('')}  /** The colours of links, buttons and headings; the plum unless given. */
  accent?: MailAccent | undefined;
}

/** ${template.about} */
export function render${pascal}(values: ${pascal}Values): RenderedMail {
  const accent = values.accent ?? plum;
  return {
    subject: line(${subjectExpression}),
    html: ${htmlExpression},
    text: ${textExpression},
  };
}
`;
}

/** Builds every template; leaves the file alone when nothing changed, so that watchers stay quiet. */
async function build(): Promise<void> {
  const target = here('../src/server/delivery/templates.generated.ts');
  const functions = await Promise.all(templates.map(toFunction));
  const content = `// Generated by emails/build.ts from emails/*.mjml and emails/*.txt. Edit those, not this.
import { cardLines, cardRow, escapeHtml, isolated, line, linkLines, linkList, type MailCard, type MailLink, paragraphs, prose, webAddress } from './template-runtime.ts';

/** A message ready to be addressed: its text part says what its HTML part says. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** By day, and by night where a mail program knows of it; as \`#rrggbb\`. */
export interface MailAccent {
  day: string;
  night: string;
}

const plum: MailAccent = { day: '${day.primary}', night: '${night.primary}' };

${functions.join('\n')}`;

  let previous = '';
  try {
    previous = readFileSync(target, 'utf8');
  } catch {
    // The first build.
  }
  if (content === previous) return;
  // Renamed into place, so that a server starting meanwhile never reads half a file.
  const temporary = `${target}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, target);
}

try {
  await build();
} catch (error) {
  if (!(error instanceof TemplateError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
