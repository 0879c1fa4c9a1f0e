import path from 'node:path';
import { pathToFileURL } from 'node:url';
import compatData from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import ts from 'typescript';
import { oldestBrowsers } from '#server/build/browsers.ts';

const rootFolder = path.dirname(import.meta.dirname);

/** Entry points of the code that browsers run. Modules that only the server imports are not checked. */
const entries = ['src/entry-client.tsx', 'src/document-script.ts'];

const isNewer = (version: string | boolean | null | undefined, than: string): boolean => {
  if (typeof version !== 'string' || version === 'preview') return true;
  const [[major = 0, minor = 0], [oldMajor = 0, oldMinor = 0]] = [version.replace('≤', ''), than].map((each) =>
    each.split('.').map(Number),
  ) as [number[], number[]];
  return major > oldMajor || (major === oldMajor && minor > oldMinor);
};

const isSupportedBy = (
  { version_added, version_removed, flags, prefix, alternative_name }: SimpleSupportStatement,
  oldest: string,
): boolean =>
  !flags &&
  !prefix &&
  !alternative_name &&
  !isNewer(version_added, oldest) &&
  (version_removed === undefined || isNewer(version_removed, oldest));

/** The oldest browsers that do not have a feature. */
const unsupportedIn = ({ support }: CompatStatement): readonly string[] =>
  Object.entries(oldestBrowsers).flatMap(([name, version]) =>
    [support[name as keyof typeof oldestBrowsers] ?? []].flat().some((each) => isSupportedBy(each, version)) ? [] : [`${name} ${version}`],
  );

const { api, javascript } = compatData;
const interfaces: Readonly<Record<string, Identifier | undefined>> = { ...javascript.builtins, ...api };

const isNewFeature = (feature: Identifier | undefined): boolean =>
  feature?.__compat !== undefined && unsupportedIn(feature.__compat).length > 0;

const memberOf = (owner: Identifier | undefined, name: string): Identifier | undefined => owner?.[name] ?? owner?.[`${name}_static`];

/** The newer features' names; only these are looked up by type. Objects of a newer interface come from a name that is newer, too. */
const newNames = new Set(
  Object.entries(interfaces).flatMap(([name, owner = {}]) =>
    isNewFeature(owner)
      ? [name]
      : Object.keys(owner).flatMap((member) => (isNewFeature(owner[member]) ? [member.replace(/_static$/, '')] : [])),
  ),
);

/** The interface that declares a name in TypeScript's libraries; undefined for a global. */
const ownerOf = ({ parent }: ts.Declaration): string | undefined => {
  if (ts.isInterfaceDeclaration(parent)) return parent.name.text.replace(/^Readonly(?=.)|(?<=.)Constructor$/, '');
  // declare var URL: { canParse(…): boolean }
  return ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent) ? parent.parent.name.getText() : undefined;
};

/** The names that a file tests for: `'x' in y`, `typeof y.x`. */
const testedNames = (file: ts.SourceFile): readonly string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isStringLiteral(node.left))
      names.push(node.left.text);
    if (ts.isTypeOfExpression(node)) names.push(node.expression.getText(file).split('.').at(-1) ?? '');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
};

/** Uses of names that some of the oldest browsers do not have, each as "place: name, browsers". */
export type NewerNames = { readonly checked: number; readonly found: readonly string[] };

/**
 * Names of the DOM and of JavaScript that are newer than the oldest browsers, in what browsers run below `root`: by the type of what a name is read
 * from, and MDN's browser data. A name that the storefront tests for is no fault.
 */
export const findNewerNames = (root: string, entryFiles: readonly string[] = entries): NewerNames => {
  const { config } = ts.readConfigFile(path.join(rootFolder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, rootFolder);
  const program = ts.createProgram(
    entryFiles.map((file) => path.join(root, file)),
    // Every name that TypeScript knows: the browser data decides.
    { ...options, incremental: false, lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'] },
  );
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(path.join(root, 'src/')));
  const tested = new Set(files.flatMap(testedNames));

  /** A type's name and those of what it extends: a mixin of the types has no name of its own in the browser data. */
  const typeNames = (type: ts.Type): readonly string[] => {
    const types = type.isUnionOrIntersection() ? type.types : [checker.getApparentType(type)];
    return types.flatMap((each) => [
      each.symbol?.name ?? '',
      ...(each.isClassOrInterface() ? checker.getBaseTypes(each) : []).flatMap(typeNames),
    ]);
  };

  const featureOf = (symbol: ts.Symbol | undefined, receiver: ts.Expression | undefined): Identifier | undefined => {
    const declaration = symbol?.declarations?.find((each) => program.isSourceFileDefaultLibrary(each.getSourceFile()));
    if (!symbol || !declaration) return undefined;
    const owner = ownerOf(declaration);
    if (owner === undefined) return interfaces[symbol.name] ?? memberOf(api.Window, symbol.name);
    const owners = [owner, ...(receiver ? typeNames(checker.getTypeAtLocation(receiver)) : [])].map((name) => interfaces[name]);
    const found = owners.find((each) => memberOf(each, symbol.name));
    return isNewFeature(found) ? undefined : memberOf(found, symbol.name);
  };

  const found = files.flatMap((file) => {
    const faults: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node) && newNames.has(node.text) && !tested.has(node.text)) {
        const { parent } = node;
        const receiver = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent.expression : undefined;
        const symbol =
          ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent) && (parent.propertyName ?? parent.name) === node
            ? checker.getTypeAtLocation(parent.parent).getProperty(node.text)
            : checker.getSymbolAtLocation(node);
        const statement = featureOf(symbol, receiver)?.__compat;
        const browsers = statement ? unsupportedIn(statement) : [];
        if (browsers.length > 0)
          faults.push(
            `${path.relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}: ${node.text} is not in ${browsers.join(', ')}`,
          );
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return faults;
  });
  return { checked: files.length, found };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { checked, found } = findNewerNames(rootFolder);
  for (const fault of found) console.error(fault);
  console.log(`${checked} files checked, ${found.length} uses of names that the oldest browsers do not have`);
  if (checked === 0 || found.length > 0) process.exitCode = 1;
}
