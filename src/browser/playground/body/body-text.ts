/** Bodies without fields: text or a file. */
import type { PlaygroundMedia } from '../../../shared/playground/playground.ts';
import type { RequestBody } from '../../../shared/request/request.ts';
import { fileEditor } from '../form/scalar-editors.ts';
import { translate } from '../translate.ts';
import type { BodyPart } from './body-part.ts';
import { textEditorFor } from './text-editor.ts';

/** An empty text is no body. */
export function textPart({ mediaType }: PlaygroundMedia, required: boolean): BodyPart {
  const editor = textEditorFor({ label: translate('body'), isJson: false });
  return {
    nodes: [editor.node],
    read: () => (editor.text === '' ? undefined : { kind: 'raw', mediaType, text: editor.text }),
    state: () => ({ text: editor.text }),
    restore: ({ text }) => {
      if (typeof text === 'string') editor.text = text;
    },
    useExample: (text) => {
      editor.text = text;
    },
    problems() {
      const problem = required && editor.text === '' ? translate('required', { name: translate('theBody') }) : undefined;
      editor.complain(problem);
      return problem ? [problem] : [];
    },
    focus: () => editor.focus(),
  };
}

/** The bytes of one file as the whole body; never stored. */
export function filePart({ mediaType, schema }: PlaygroundMedia, required: boolean): BodyPart {
  const editor = fileEditor({ name: translate('body'), schema: schema ?? { type: 'file', label: 'file' }, required });
  return {
    nodes: [editor.node],
    read() {
      const file = editor.read();
      return file === undefined ? undefined : ({ kind: 'file', mediaType, file } as RequestBody);
    },
    state: () => ({}),
    restore: () => {},
    problems() {
      const problem = required && editor.read() === undefined ? translate('required', { name: translate('theBody') }) : undefined;
      editor.complain(problem);
      return problem ? [problem] : [];
    },
    focus: () => editor.focus(),
  };
}
