import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";

export const LazyChangePasswordDialog = lazyDialog(
  async () => (await import("./change-password-dialog.tsx")).ChangePasswordDialog,
);

export const LazyHighlightDialog = lazyDialog(
  async () => (await import("./highlights-dialog.tsx")).HighlightDialog,
);
