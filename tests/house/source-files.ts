import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The root of the repository. */
const root = path.join(import.meta.dirname, '..', '..');

/** Every file below a folder with one of these endings: its path from the root of the repository and its text. */
export const sourceFiles = (folder: string, ...endings: readonly string[]) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => ({ name: path.posix.join(folder, name), text: readFileSync(path.join(root, folder, name), 'utf8') }));

/** Every node of a file. */
export const nodesOf = (tree: ts.Node): ts.Node[] => {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return nodes;
};
