import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt, Room, Table } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { HangingLamp, Package, PackagePile, Star, TapeGun } from "../things.tsx";

/**
 * Call for volunteers: a newcomer closes her first package while an old hand shows her how and
 * laughs.
 */
export const VolunteerAndTapeGun = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorAt={800} wall="#dfc28f" />
    <path d="M0 0H1440V140H0Z" fill="#000" opacity="0.06" />
    <Quilt at={[560, 110]} columns={8} rows={5} patchSize={48} />
    <path d="M536 90H970V112H536Z" fill={ink.woodDark} />
    <PackagePile at={[170, 804]} rows={[2, 2, 1]} size={1.1} />
    <PackagePile at={[1330, 804]} rows={[2, 2, 2, 1]} size={1.1} />
    <HangingLamp at={[330, 200]} cordLength={200} color={ink.pine} />
    <Glow at={[330, 220]} radius={560} strength={0.75} />
    <PersonDrawing
      at={[470, 690]}
      size={1.76}
      skinColor="fair"
      hairColor="white"
      haircut="short"
      hasBeard
      top={ink.pine}
      outfit="apron"
      mood="laugh"
      eyes="closed"
      turn={0.6}
      tilt={-4}
      lean={3}
      farArm={{ bend: [80, -78], end: [118, -70] }}
      nearArm={{ bend: [-50, -48], end: [14, -26] }}
    />
    <PersonDrawing
      at={[1000, 690]}
      size={1.76}
      isMirrored
      skinColor="brown"
      hairColor="black"
      haircut="curls"
      top={ink.brick}
      outfit="apron"
      turn={0.6}
      eyes="down"
      lean={5}
      tilt={8}
      farArm={{ bend: [84, -56], end: [124, -34] }}
      nearArm={{ bend: [-6, -38], end: [84, -44] }}
      heldItem={<TapeGun at={[108, -42]} size={1.1} />}
    />
    <Table at={[720, 700]} width={1560} height={300} />
    <path d="M0 734H1440V960H0Z" fill={ink.woodDark} />
    <path d="M0 734H1440V756H0Z" fill="#000" opacity="0.2" />
    <Package at={[726, 716]} size={2.5} />
    <path d="M640 506H812V518H640Z" fill={ink.linen} />
    <Star at={[200, 850]} size={1.4} color={ink.brass} />
    <Star at={[1250, 850]} size={1.4} color={ink.brass} />
  </Scene>
);
