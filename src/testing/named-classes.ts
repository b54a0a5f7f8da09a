import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { splitAstro } from './page-files.ts';

/**
 * The classes that a file gives to elements: the words in its `class` and `className` attributes, in whatever
 * they choose between, and in the constants of the same file that they name.
 */
export function namedClasses(file: string): Set<string> {
  const source = parse(file);
  const constants = new Map<string, ts.Expression>();
  const attributes: ts.JsxAttribute[] = [];
  const look = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      constants.set(node.name.text, node.initializer);
    }
    if (ts.isJsxAttribute(node) && /^class$|^class:list$|className$/i.test(node.name.getText(source))) {
      attributes.push(node);
    }
    node.forEachChild(look);
  };
  look(source);

  const classes = new Set<string>();
  const seen = new Set<ts.Node>();
  const collect = (node: ts.Node) => {
    if (seen.has(node)) return;
    seen.add(node);
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      for (const name of node.text.split(/\s+/)) if (name) classes.add(name);
    } else if (ts.isIdentifier(node)) {
      const meant = constants.get(node.text);
      if (meant) collect(meant);
    } else if (!isComparison(node)) {
      node.forEachChild(collect);
    }
  };
  for (const { initializer } of attributes) if (initializer) collect(initializer);
  return classes;
}

/** `tone === 'error'` names a tone, not a class. */
function isComparison(node: ts.Node): boolean {
  return ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText());
}

/** An `.astro` template is as good as JSX once its scripts and its doctype are gone. */
function parse(file: string): ts.SourceFile {
  const text = readFileSync(file, 'utf8');
  let code = text;
  if (file.endsWith('.astro')) {
    const parts = splitAstro(text);
    const template = parts.template.replace(/<!doctype html>|<script.*?<\/script>|<style.*?<\/style>/gs, '');
    code = `${parts.code}\nexport default <>${template}</>;`;
  }
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
}
