import { BuiltInIcon } from '../../../components/icon/view.tsx';
import { useApi } from './api-page.ts';

/** A button that copies a given text (`browser/components/copy.ts`). */
export function CopyButton({ text }: { readonly text: string }) {
  const { words } = useApi();
  return (
    <button type="button" class="copy" data-copy={text} aria-label={words.copy} data-done={words.copied}>
      <BuiltInIcon name="copy" />
      <BuiltInIcon name="check" />
    </button>
  );
}
