import { foldSpace, type XmlElement, type XmlNode } from './xml-tree.ts';

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string';
}

/** The child elements, of the given names where any are given. */
export function childElements({ children }: XmlElement, ...names: readonly string[]): readonly XmlElement[] {
  return children.filter(isElement).filter(({ name }) => names.length === 0 || names.includes(name));
}

export function firstChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((node): node is XmlElement => isElement(node) && node.name === name);
}

/** All text within, folded; empty for an element that is not there. */
export function textOf(element: XmlElement | undefined): string {
  return element === undefined ? '' : foldSpace(rawText(element));
}

function rawText(node: XmlNode): string {
  return typeof node === 'string' ? node : node.children.map(rawText).join('');
}
