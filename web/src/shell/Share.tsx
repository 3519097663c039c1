import { useState } from 'preact/hooks';
import { toHash } from '../command/address';

const canShare = 'share' in navigator;

/** The link to what is shown, or to a line that says the same: by what the device shares with, else copied. */
export function Share({ line }: { line?: string }) {
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    const url = line === undefined ? location.href : location.href.replace(/(#.*)?$/, () => toHash({ line, files: [] }));
    if (canShare) return navigator.share({ title: document.title, url }).catch(() => undefined);
    await navigator.clipboard?.writeText(url);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button type="button" class="chip" onClick={() => void share()}>
      <span aria-live="polite">{isCopied ? 'link copied' : canShare ? 'share' : 'copy link'}</span>
    </button>
  );
}
