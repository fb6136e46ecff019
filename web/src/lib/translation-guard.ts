/** For each text node, the node that a translator put in its place. */
const standIns = new WeakMap<Node, Node>();
/** For each replacement node, the text nodes that it replaces, in order. */
const originals = new WeakMap<Node, Text[]>();

/**
 * Keeps React working on a translated page (UI-50). Browsers translate by wrapping each text node in elements or by
 * replacing it. If React then moves or removes the node, it crashes, because the node has a different parent. If React changes
 * its text, the change never shows, because the text is no longer on the page. With this guard, React's calls apply to the node that replaced the text
 * node, and later changes to the text are copied there.
 */
export function installTranslationGuard({ document, Node, Text, MutationObserver }: typeof globalThis): void {
  // oxlint-disable-next-line typescript/unbound-method -- called below with a node as `this`
  const { appendChild, insertBefore, removeChild } = Node.prototype;

  const note = (records: readonly MutationRecord[]): void => {
    const added = new Set<Node | null>();
    const neighbors = new Map<Node | null, Node>();
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      if (type === 'characterData') {
        showOriginals(standIns.get(target));
        continue;
      }
      const [first] = addedNodes;
      for (const node of addedNodes) {
        // The node is back, for example because the page is shown in its original language again.
        standIns.delete(node);
        added.add(node);
        neighbors.set(previousSibling, node).set(nextSibling, node);
      }
      for (const node of removedNodes) {
        const standIn = first ?? neighbors.get(node) ?? (added.has(previousSibling) && previousSibling);
        const texts = originals.get(node) ?? (node instanceof Text ? [node] : []);
        if (!standIn || texts.length === 0) continue;
        originals.set(standIn, [...(originals.get(standIn) ?? []), ...texts]);
        for (const text of texts) {
          standIns.set(text, standIn);
          observer.observe(text, { characterData: true });
        }
      }
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  /** Runs a React change on the page as it is now, and drops the mutation records of that change. */
  const change = <T extends Node>(node: T, run: () => void): T => {
    const records = observer.takeRecords();
    if (records.length > 0) note(records);
    run();
    observer.takeRecords();
    return node;
  };
  const shown = (node: Node): Node => (node.parentNode ? node : (standIns.get(node) ?? node));

  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    return change(node, () => appendChild.call(this, shown(node)));
  };

  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, next: Node | null): T {
    return change(node, () => {
      let place = next && shown(next);
      while (place && place.parentNode !== this) place = place.parentNode;
      // If a translator removed the next text without a replacement, appends instead.
      insertBefore.call(this, shown(node), place ?? (next instanceof Text ? null : next));
    });
  };

  Node.prototype.removeChild = function remove<T extends Node>(this: Node, node: T): T {
    return change(node, () => {
      const rest =
        standIns.get(node) && originals.get(shown(node))?.filter((text) => text !== (node as Node));
      if (rest && rest.length > 0) {
        originals.set(shown(node), rest);
        showOriginals(shown(node));
        return;
      }
      let gone = shown(node);
      if (!this.contains(gone)) {
        // A translator may already have removed a text node. For other nodes, this throws as the browser does.
        if (!(node instanceof Text)) removeChild.call(this, node);
        return;
      }
      let parent: Node;
      // Also removes the elements that a translator has put around the node.
      do {
        parent = gone.parentNode ?? this;
        removeChild.call(parent, gone);
        gone = parent;
      } while (parent !== this && !parent.hasChildNodes());
    });
  };
}

/** Copies the current texts into the node that replaced them. */
function showOriginals(standIn: Node | undefined): void {
  if (standIn) standIn.textContent = (originals.get(standIn) ?? []).map(({ data }) => data).join('');
}
