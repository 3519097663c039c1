import { useState } from 'preact/hooks';

const canShare = 'share' in navigator;

/** The link to what is shown: by what the device shares with, else copied. */
export function Share() {
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    if (canShare) return navigator.share({ title: document.title, url: location.href }).catch(() => undefined);
    await navigator.clipboard?.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button type="button" class="chip" onClick={() => void share()}>
      <span aria-live="polite">{isCopied ? 'link copied' : canShare ? 'share' : 'copy link'}</span>
    </button>
  );
}
