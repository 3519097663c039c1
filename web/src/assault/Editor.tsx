import { useEffect, useRef } from 'preact/hooks';
import { told, type Refusal } from '../ask/refusal';

/** A text with its lines numbered, and what is wrong at its line. */
export function Editor({ text, fault, onInput }: { text: string; fault: Refusal | null; onInput: (text: string) => void }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const lines = text.split('\n').length;
  useEffect(() => {
    if (gutter.current && area.current) gutter.current.scrollTop = area.current.scrollTop;
  });
  const goTo = () => {
    if (!area.current || !fault?.line) return;
    const before = text
      .split('\n')
      .slice(0, fault.line - 1)
      .join('\n').length;
    const at = (fault.line > 1 ? before + 1 : 0) + (fault.column ?? 1) - 1;
    area.current.focus();
    area.current.setSelectionRange(at, at);
    area.current.scrollTop = Math.max(0, (fault.line - 5) * 20);
  };
  return (
    <div class="editor-box">
      <p id="editor-fault" class="editor-fault" role="alert" hidden={!fault}>
        {fault?.line && (
          <button type="button" class="chip stop" onClick={goTo}>
            line {fault.line}
          </button>
        )}{' '}
        {fault && told(fault)}
      </p>
      <div class="editor">
        <div ref={gutter} class="gutter" aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => (
            <div key={i} class={fault?.line === i + 1 ? 'bad' : ''}>
              {i + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={area}
          id="assault-text"
          aria-label="The assault's file"
          aria-invalid={fault?.line !== undefined || undefined}
          aria-describedby="editor-fault"
          wrap="off"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          value={text}
          onInput={(event) => onInput(event.currentTarget.value)}
          onScroll={() => gutter.current && area.current && (gutter.current.scrollTop = area.current.scrollTop)}
        />
      </div>
    </div>
  );
}
