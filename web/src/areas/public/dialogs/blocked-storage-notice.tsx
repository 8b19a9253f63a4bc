import { localStore } from "#lib/browser-storage.ts";
import { Notice } from "#ui/messages/notice.tsx";

/** Says what a login lacks in a browser that blocks site data. */
export const BlockedStorageNotice = () =>
  !localStore.isKept() && (
    <Notice tone="info">
      Your browser blocks site data, so you'll be logged out when you reload or close this page.
    </Notice>
  );
