/**
 * A browser's translator replaces text nodes that React still holds with `<font>` elements. React then fails when it
 * removes such a text or inserts something before it ("NotFoundError … removeChild"), and a changed text never shows,
 * because React changes a node that is no longer in the page (github.com/facebook/react/issues/11538). This module
 * makes both work: the element stands in for its text, and a changed text returns to the page to be translated again.
 */

/** The replacement of each node that a translator took out of the page. */
const standIns = new WeakMap<Node, Node>();
let observer: MutationObserver | null = null;

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE;
const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/** Call before the app is rendered; returns a function that stops. */
export function allowTranslation(): () => void {
  observer = new MutationObserver(follow);
  observer.observe(document.body, { childList: true, subtree: true });
  const { removeChild, insertBefore, appendChild } = Node.prototype;

  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    const present = placeOf(child, this);
    if (present) removeChild.call(this, present);
    else console.warn('A translator had removed the text', child.nodeValue);
    return child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    const present = before && placeOf(before, this);
    removeStandIn(node);
    insertBefore.call(this, node, present);
    return node;
  };
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    removeStandIn(node);
    appendChild.call(this, node);
    return node;
  };
  return () => {
    observer?.disconnect();
    Object.assign(Node.prototype, { removeChild, insertBefore, appendChild });
  };
}

/**
 * The child of `parent` that is `node`, wraps it or stands in for it. Null for a text that left the page without a
 * trace. A node that is elsewhere is returned unchanged, so that the caller's mistake shows.
 */
function placeOf(node: Node, parent: Node): Node | null {
  if (node.parentNode === parent || !isText(node)) return node;
  follow(observer?.takeRecords() ?? []);
  const outermost = outermostFont(standInOf(node));
  if (outermost.parentNode === parent) return outermost;
  return node.parentNode === null ? null : node;
}

/** The node itself while it is in the page. */
function standInOf(node: Node): Node {
  let present = node;
  for (let step = 0; step < 5 && !present.isConnected; step++) {
    const next = standIns.get(present);
    if (!next) break;
    present = next;
  }
  return present;
}

function outermostFont(node: Node): Node {
  let outer = node;
  while (isFont(outer.parentNode)) outer = outer.parentNode;
  return outer;
}

/** Called before a text is moved: its translation would stay behind. */
function removeStandIn(node: Node): void {
  if (!isText(node) || !standIns.has(node) || node.isConnected) return;
  const present = standInOf(node);
  if (present === node || !isFont(present)) return;
  const outermost = outermostFont(present);
  outermost.parentNode?.removeChild(outermost);
}

interface Gap {
  node: Node;
  parent: Node;
  before: Node | null;
  after: Node | null;
}

/** Records which element replaced which text, whatever the order of removal and insertion. */
function follow(records: readonly MutationRecord[]): void {
  const fresh = new Set<Node>();
  const gaps: Gap[] = [];
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') {
      showAgain(target);
      continue;
    }
    for (const added of addedNodes) if (isFont(added)) fresh.add(added);
    const [removed] = removedNodes;
    const [added] = addedNodes;
    if (removed && (isText(removed) || isFont(removed))) {
      const replacement = [added, previousSibling, nextSibling].find((node) => node && fresh.has(node));
      const gap = { node: removed, parent: target, before: previousSibling, after: nextSibling };
      if (replacement) {
        // It is the neighbour of the next text, which it must not stand in for too.
        fresh.delete(replacement);
        replace(removed, replacement);
      } else if (!added) gaps.push(gap);
    } else if (added && isFont(added)) {
      const gap = gaps.find(
        (one) => one.parent === target && one.before === previousSibling && one.after === nextSibling,
      );
      if (gap) {
        fresh.delete(added);
        replace(gap.node, added);
      }
    }
  }
}

function replace(node: Node, standIn: Node): void {
  standIns.set(node, standIn);
  observer?.observe(node, { characterData: true });
}

/** Puts a text that changed while it was out of the page back in its place. */
function showAgain(node: Node): void {
  if (node.isConnected) return;
  const present = standInOf(node);
  if (present === node || !isFont(present)) return;
  standIns.delete(node);
  const outermost = outermostFont(present);
  outermost.parentNode?.replaceChild(node, outermost);
}
