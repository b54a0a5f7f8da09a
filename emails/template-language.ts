import type { Template } from './messages.ts';

/** A mistake in a template: reported as one line, without a stack. */
export class TemplateError extends Error {}

export type Part =
  | { type: 'static'; text: string }
  | { type: 'value'; name: string; form: string | undefined }
  | { type: 'if'; name: string; whenSet: Part[]; otherwise: Part[] };

/** Cuts a template at its tags. `where` names it in error messages. */
export function parse(source: string, where: string): Part[] {
  const root: Part[] = [];
  const open: { condition: Part & { type: 'if' }; outer: Part[] }[] = [];
  let current = root;
  let position = 0;

  const addStatic = (text: string) => {
    if (text.includes('{{') || text.includes('}}')) throw new TemplateError(`${where}: unbalanced {{ or }}`);
    if (text) current.push({ type: 'static', text });
  };

  for (const match of source.matchAll(/\{\{(.*?)\}\}/gs)) {
    addStatic(source.slice(position, match.index));
    position = match.index + match[0].length;
    const tag = (match[1] ?? '').trim();
    const condition = /^#if (\w+)$/.exec(tag)?.[1];
    const value = /^(?:(paragraphs|cards|links):)?(\w+)$/.exec(tag);

    if (condition) {
      const part: Part & { type: 'if' } = { type: 'if', name: condition, whenSet: [], otherwise: [] };
      current.push(part);
      open.push({ condition: part, outer: current });
      current = part.whenSet;
    } else if (tag === 'else') {
      const innermost = open.at(-1);
      if (!innermost || current !== innermost.condition.whenSet)
        throw new TemplateError(`${where}: {{else}} without {{#if …}}`);
      current = innermost.condition.otherwise;
    } else if (tag === '/if') {
      const innermost = open.pop();
      if (!innermost) throw new TemplateError(`${where}: {{/if}} without {{#if …}}`);
      current = innermost.outer;
    } else if (value?.[2]) {
      current.push({ type: 'value', name: value[2], form: value[1] });
    } else {
      throw new TemplateError(`${where}: cannot read the tag {{${tag}}}`);
    }
  }
  addStatic(source.slice(position));
  const unclosed = open.at(-1);
  if (unclosed) throw new TemplateError(`${where}: {{#if ${unclosed.condition.name}}} is not closed`);
  return root;
}

/**
 * The TypeScript expression for some parts; notes every value it meets in `used`.
 * Everything becomes a string literal or a call, so a value is never read as a template again.
 */
export function toExpression(
  parts: Part[],
  as: 'html' | 'text',
  template: Template,
  where: string,
  used: Set<string>,
): string {
  const terms = parts.map((part): string => {
    if (part.type === 'static') return JSON.stringify(part.text);
    const kind = template.values[part.name]?.[0];
    if (!kind)
      throw new TemplateError(`${where}: uses "${part.name}", which emails/messages.ts does not declare`);
    used.add(part.name);
    if (part.type === 'if') {
      if (kind !== 'flag') throw new TemplateError(`${where}: {{#if ${part.name}}} needs a flag`);
      const [whenSet, otherwise] = [part.whenSet, part.otherwise].map((branch) =>
        toExpression(branch, as, template, where, used),
      );
      return `(values.${part.name} ? ${whenSet} : ${otherwise})`;
    }
    if (kind === 'flag') throw new TemplateError(`${where}: "${part.name}" is a flag, for {{#if …}} only`);
    if (part.form !== (kind === 'paragraphs' || kind === 'cards' || kind === 'links' ? kind : undefined))
      throw new TemplateError(`${where}: "${part.name}" is declared as ${kind}, the tag says otherwise`);
    const access = `values.${part.name}`;
    if (kind === 'cards') return as === 'html' ? `cardRow(${access})` : `cardLines(${access})`;
    if (kind === 'links') return as === 'html' ? `linkList(${access})` : `linkLines(${access})`;
    if (kind === 'paragraphs') return as === 'html' ? `paragraphs(${access})` : `prose(${access})`;
    if (kind === 'name' && as === 'html') return `isolated(${access})`;
    const plain = kind === 'link' ? `webAddress(${access})` : `line(${access})`;
    return as === 'html' ? `escapeHtml(${plain})` : plain;
  });
  return terms.join(' + ') || "''";
}
