/** What several cases use: made when the first of them asks for it, removed after the last. */

const removals: (() => Promise<void>)[] = [];

/** A function that makes the thing once and then hands out the same. What could not be made is tried again by the next case. */
export function kept<Thing>(make: () => Promise<Thing>, remove: (thing: Thing) => unknown): () => Promise<Thing> {
  let thing: Promise<Thing> | undefined;
  return () => {
    if (thing === undefined) {
      const made = make();
      thing = made;
      made.catch(() => {
        thing = undefined;
      });
      removals.push(async () => {
        thing = undefined;
        await made.then(remove, () => undefined);
      });
    }
    return thing;
  };
}

/** Call when the last case was played. */
export async function removeKept(): Promise<void> {
  for (const remove of removals.splice(0).reverse()) await remove();
}
