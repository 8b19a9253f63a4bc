import { Book, OpenPackage, Socks, Tin } from "../objects.tsx";
import { ink } from "../palette.ts";
import { ContactShadow } from "../places.tsx";
import { SmallStep } from "../steps.tsx";

/** The second step of a box, small: it's full. */
export const StepPackedSmall = () => (
  <SmallStep wall={ink.sage}>
    <path d="M0 222H288V288H0Z" fill={ink.wood} />
    <path d="M0 222H288V230H0Z" fill={ink.woodLight} />
    <ContactShadow at={[144, 262]} width={220} />
    <OpenPackage at={[144, 262]} size={1}>
      <Book at={[-48, -96]} turn={-8} size={1.2} color={ink.evening} />
      <Tin at={[8, -98]} size={1.2} color={ink.brick} />
      <Socks at={[56, -96]} turn={6} size={1.15} color={ink.lamp} />
    </OpenPackage>
  </SmallStep>
);
