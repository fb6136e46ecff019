import { DOCUMENT_KINDS, DOCUMENTS } from '@moniker/common/applications.js';

/** The name of an SSN or document that was viewed. */
export function readLabel(what: string): string {
  const kind = DOCUMENT_KINDS.find((known) => known === what);
  return kind === undefined ? 'Social Security number' : DOCUMENTS[kind].name;
}
