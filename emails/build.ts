/**
 * Compiles emails/*.mjml and emails/*.txt into src/server/mail/templates.generated.ts, one typed function per
 * mail (`node emails/build.ts`): MJML makes the HTML, Handlebars compiles it, and the server has only the latter's
 * runtime. In a template:
 *
 *   {{value}}                         a line of text, escaped in HTML
 *   {{link value}}                    a web address
 *   {{paragraphs value}}              a text of several paragraphs
 *   {{direction value}}               `ltr` or `rtl`
 *   {{#if flag}}…{{else}}…{{/if}}     the else part may be left out; also for a text that may be empty
 *   {{#each list}}…{{/each}}          with the values of each entry
 *   theme(day.primary)                a design token; the business may have chosen another primary color
 *
 * A text part begins with `Subject: …`. An .mjml file begins with `Preview: …` and `Footer: …`; the rest of it goes into
 * layout.mjml, with tags only within mj-text, mj-table and mj-raw.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Handlebars from 'handlebars';
import mjml2html, { type MjmlNode } from 'mjml';
import { day, mail, night } from '../tailwind.config.mjs';

const tokens: Record<string, Record<string, string>> = { day, night, mail };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (name: string) => readFileSync(here(name), 'utf8').replaceAll('\r\n', '\n');

function withTokens(mjml: string): string {
  return mjml.replace(/theme\((\w+)\.([\w-]+)\)/g, (tag, group: string, name: string) => {
    const value = tokens[group]?.[name];
    if (!value) throw new Error(`there is no design token ${tag}`);
    return value;
  });
}

/** Keeps order numbers on one line, and addresses that fit on one. */
function withoutBreaks(mjml: string): string {
  return mjml
    .replaceAll('{{orderNumber}}', '<span style="white-space:nowrap">{{orderNumber}}</span>')
    .replaceAll('">{{contactEmail}}</a>', ';display:inline-block">{{contactEmail}}</a>');
}

function refuseStrayText({ tagName, content, children = [] }: MjmlNode): void {
  if (content?.trim() && children.length > 0) throw new Error(`text in ${tagName}: ${content.trim()}`);
  children.forEach(refuseStrayText);
}

/** Escaping makes a value safe in text and in quoted attributes only. */
function refuseUnsafePlaces(html: string): void {
  const [unsafe] = /<!--(?:(?!-->).)*\{\{|<(style|script)\b(?:(?!<\/\1).)*\{\{|=\s*\{\{/s.exec(html) ?? [];
  if (unsafe) throw new Error('a value inside a comment, a style, a script or an unquoted attribute');
  const [, name] = /(?:href|src|style|background)\s*=\s*["']\s*\{\{(?!link )(.*?)\}\}/.exec(html) ?? [];
  if (name) throw new Error(`"${name}" starts a link but is not marked as one`);
}

async function compileHtml(name: string, subject: string): Promise<string> {
  const [, preview, footer, content] =
    /^Preview: ([^\n]+)\nFooter: ([^\n]+)\n\n(.*)$/s.exec(read(`${name}.mjml`)) ?? [];
  if (!preview || !footer || !content) throw new Error('it must begin with "Preview: …" and "Footer: …"');
  const parts: Record<string, string> = { subject, preview, footer, content: withoutBreaks(content) };
  const mjml = read('layout.mjml').replace(/%(\w+)%/g, (mark, part: string) => parts[part] ?? mark);
  const { html, json } = await mjml2html(withTokens(mjml), {
    keepComments: false,
    fonts: {},
    validationLevel: 'strict',
  });
  refuseStrayText(json);
  refuseUnsafePlaces(html);
  return html
    .replace(/<style\b.*?<\/style>/gs, (style) => style.replace(/\/\*.*?\*\//gs, ''))
    .replace(/^[ \t]+|[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n');
}

const unknownTag =
  /\{\{(?!(?:(?:line|link|paragraphs|direction|#if|#each) \w+|else|\/if|\/each|accent\.(?:day|night))\}\}).{0,30}/;
const knownHelpers = { line: true, link: true, paragraphs: true, direction: true };

/** Returns the values that a template uses as the members of a TypeScript type. */
function typeOf(template: string): string {
  const lists = new Map<string, string>();
  const outside = template.replace(
    /\{\{#each (\w+)\}\}(.*?)\{\{\/each\}\}/gs,
    (_, list: string, entry: string) => {
      lists.set(list, (lists.get(list) ?? '') + entry);
      return '';
    },
  );
  const types = new Map([...lists].map(([list, entry]) => [list, `readonly {${typeOf(entry)}}[]`]));
  for (const [, helper, value = ''] of outside.matchAll(/\{\{#?(\w+) (\w+)\}\}/g)) {
    if (helper !== 'if') types.set(value, 'string');
    else if (!types.has(value)) types.set(value, 'boolean');
  }
  return [...types].map(([value, type]) => `${value}: ${type};`).join(' ');
}

async function toFunction(name: string): Promise<string> {
  const [, subject, text] = /^Subject: ([^\n]+)\n+(.*)$/s.exec(read(`${name}.txt`)) ?? [];
  if (!subject || !text) throw new Error(`emails/${name}.txt must begin with "Subject: …"`);
  try {
    const html = (await compileHtml(name, subject))
      .replaceAll(day.primary, '{{accent.day}}')
      .replaceAll(night.primary, '{{accent.night}}');
    const [subjectLine, htmlPart, textPart] = [subject, html, text].map((part) => {
      const template = part.replace(/\{\{(?!else\b)(\w+)\}\}/g, '{{line $1}}');
      const [unknown] = unknownTag.exec(template) ?? [];
      if (unknown) throw new Error(`cannot read the tag ${unknown}`);
      return template;
    }) as [string, string, string];
    const compile = (part: string, options: PrecompileOptions) =>
      Handlebars.precompile(part, { knownHelpers, knownHelpersOnly: true, ...options });
    const pascal = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    return `export const render${pascal} = mailTemplate<{ ${typeOf(subjectLine + htmlPart + textPart)} }>(accent, {
  subject: ${compile(subjectLine, { noEscape: true })},
  html: ${compile(htmlPart, {})},
  text: ${compile(textPart, { noEscape: true })},
});
`;
  } catch (error) {
    throw new Error(`emails/${name}`, { cause: error });
  }
}

const names = readdirSync(here('.')).flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? []);
const functions = await Promise.all(names.map(toFunction));
const content = `// @ts-nocheck Handlebars writes JavaScript.
// Generated by emails/build.ts from emails/*.mjml and emails/*.txt. Edit those, not this.
import { mailTemplate } from './template-runtime.ts';

const accent = { day: '${day.primary}', night: '${night.primary}' };

${functions.join('\n')}`;

// Unchanged files are left alone, so that watchers stay quiet; renaming keeps servers from reading half a file.
const target = here('../src/server/mail/templates.generated.ts');
const previous = readdirSync(here('../src/server/mail')).includes('templates.generated.ts')
  ? readFileSync(target, 'utf8')
  : '';
if (content !== previous) {
  writeFileSync(`${target}.${process.pid}.tmp`, content);
  renameSync(`${target}.${process.pid}.tmp`, target);
}
