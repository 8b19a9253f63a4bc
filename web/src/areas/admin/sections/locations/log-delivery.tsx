import { useState } from "react";
import type { Location } from "#data/locations/resource.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DeliveryEditor } from "./delivery-editor.tsx";

/** Logs a delivery with the location's place and branch filled in. */
export const LogDelivery = ({ location }: { readonly location: Location }) => {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Log delivery to ${location.name}`}
        onClick={() => setOpen(true)}
      >
        Log delivery
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        size="lg"
        title="Log a delivery"
        description={location.name}
      >
        <DeliveryEditor record={null} location={location} onDone={close} />
      </Dialog>
    </>
  );
};
