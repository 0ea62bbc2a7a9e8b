import { outlineRegulation } from './outline-regulation.ts';
import { type Reader, SourceError, type SourceFile } from './reader.ts';
import { readRegmlContent } from './regml-content.ts';
import type { DocumentKind, RegulationDocument, RegulationNode, RegulationPart } from './regulation-tree.ts';
import { childElements, firstChild, textOf } from './xml-query.ts';
import { parseXml, type XmlElement } from './xml-tree.ts';

/**
 * RegML, the XML of the Consumer Financial Protection Bureau (schema `eregs`): one version of one part, with its
 * appendices and Official Interpretations. `analysis` quotes Federal Register preambles and is not regulation.
 */
export const readRegml: Reader = {
  format: 'regml-xml',
  recognises: (_name, head) => /<(?:\w{1,20}:)?regulation[\s>]/.test(head) && head.includes('eregs'),
  *read(file) {
    const part = readPart(parseXml(file.bytes), file);
    let count = 0;
    for (const outline of outlineRegulation(part)) {
      count += 1;
      yield outline;
    }
    if (count === 0) throw new SourceError('no_text', `12 CFR part ${part.part} has no text in this file`);
  },
};

function readPart(root: XmlElement, file: SourceFile): RegulationPart {
  if (root.name !== 'regulation') {
    throw new SourceError('malformed', `the root is ${root.name}, not regulation`, root.line);
  }
  const part = firstChild(root, 'part');
  const number = part?.attributes.label ?? '';
  if (part === undefined || !/^[0-9]{1,5}$/.test(number)) {
    throw new SourceError('malformed', `the regulation has no part with a number: "${number}"`, root.line);
  }
  const preamble = firstChild(root, 'preamble');
  const fdsys = firstChild(root, 'fdsys');
  const title =
    textOf(firstChild(fdsys, 'cfrTitleNum')) || textOf(firstChild(firstChild(preamble, 'cfr'), 'title'));
  if (!/^[0-9]{1,2}$/.test(title)) {
    throw new SourceError('malformed', `the CFR title is not a number: "${title}"`, root.line);
  }
  const effectiveDate = isoDate(textOf(firstChild(preamble, 'effectiveDate')));
  const editionDate = effectiveDate ?? file.editionDate;
  return {
    cfrTitle: Number(title),
    part: number,
    heading: textOf(firstChild(fdsys, 'title')),
    ...(effectiveDate !== undefined && { effectiveDate }),
    ...(editionDate !== undefined && { editionDate }),
    documents: readDocuments(part),
  };
}

function isoDate(text: string): string | undefined {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) ? text : undefined;
}

/** Element, the element that holds its heading, the element below that holds its text. */
const documentForms: Readonly<Record<string, { kind: DocumentKind; heading: string }>> = {
  section: { kind: 'section', heading: 'subject' },
  appendix: { kind: 'appendix', heading: 'appendixTitle' },
  interpretations: { kind: 'supplement', heading: 'title' },
};

function readDocuments(container: XmlElement): readonly RegulationDocument[] {
  return childElements(container).flatMap((element) => {
    const form = documentForms[element.name];
    if (form === undefined) {
      // A part holds `content` and subparts hold it again; tables of contents hold no documents.
      return element.name === 'content' || element.name === 'subpart' ? readDocuments(element) : [];
    }
    const label = labelOf(element);
    if (label.length < 2) {
      throw new SourceError('malformed', `${element.name} has no label of part and number`, element.line);
    }
    return [
      {
        kind: form.kind,
        label,
        heading: textOf(firstChild(element, form.heading)),
        nodes: childElements(element, 'paragraph', 'appendixSection', 'interpSection', 'interpParagraph').map(
          readNode,
        ),
      },
    ];
  });
}

function readNode(element: XmlElement): RegulationNode {
  const content = firstChild(element, 'content');
  const title = firstChild(element, 'title') ?? firstChild(element, 'subject');
  return {
    isDivision: element.name === 'appendixSection' || element.name === 'interpSection',
    label: labelOf(element),
    marker: (element.attributes.marker ?? '').trim(),
    title: textOf(title),
    content: content === undefined ? [] : readRegmlContent(content),
    children: childElements(element, 'paragraph', 'appendixSection', 'interpSection', 'interpParagraph').map(
      readNode,
    ),
  };
}

function labelOf({ attributes }: XmlElement): readonly string[] {
  const label = (attributes.label ?? '').trim();
  return label === '' ? [] : label.split('-').map((segment) => segment.trim());
}
