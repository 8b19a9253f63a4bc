import { Glow, Scene } from "../scene.tsx";
import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt, Shelf } from "../places.tsx";
import { Package, PackagePile, PlacedGroup, Plant } from "../objects.tsx";

const Wheel = ({ x, radius }: { readonly x: number; readonly radius: number }) => (
  <g>
    <circle cx={x} cy={-radius} r={radius} fill={ink.night} />
    <circle cx={x} cy={-radius} r={radius * 0.5} fill={ink.sand} />
  </g>
);

/** The parts behind the driver: the seat, the roof and the mast. */
const ForkliftBack = () => (
  <g>
    <path d="M-142 -190 -118 -488M104 -150 84 -488" stroke={ink.night} strokeWidth="13" />
    <path d="M-142 -500H106Q116 -500 116 -484H-142Z" fill={ink.night} />
    <path
      d="M-112 -300q-6 -16 12 -18h12q10 0 12 12l14 106h30q14 0 14 14v16H-104Z"
      fill={ink.dusk}
    />
    <path d="M136 -470H154V-20H136ZM166 -400H180V-20H166Z" fill={ink.slate} />
    <path d="M136 -380H180v12H136ZM136 -240H180v12H136Z" fill={ink.night} />
  </g>
);

const ForkliftFront = () => (
  <g>
    <path
      d="M-206 -64V-170Q-206 -204 -172 -206L-96 -208V-166H62L82 -258H112Q122 -258 122 -244V-64Z"
      fill={ink.lamp}
    />
    <path d="M-206 -104H122V-64H-206Z" fill={ink.brassDark} />
    <path d="M-206 -170Q-206 -204 -172 -206L-150 -207V-64H-206Z" fill="#000" opacity="0.12" />
    <path d="M44 -300 78 -244" stroke={ink.night} strokeWidth="10" strokeLinecap="round" />
    <path d="M180 -64H352v12H180Z" fill={ink.night} />
    <Wheel x={-138} radius={46} />
    <Wheel x={70} radius={58} />
  </g>
);

const Pallet = () => (
  <PlacedGroup at={[272, -64]}>
    <path
      d="M-88 -22H88V-10H-88ZM-84 -10H-60V0H-84ZM-12 -10H12V0H-12ZM60 -10H84V0H60Z"
      fill={ink.woodDark}
    />
    <Package at={[-42, -22]} width={82} height={74} />
    <Package at={[42, -22]} width={82} height={74} hasLabel={false} />
    <Package at={[-42, -98]} width={82} height={74} hasLabel={false} />
    <Package at={[42, -98]} width={82} height={74} />
  </PlacedGroup>
);

const Warehouse = () => (
  <g>
    <path d="M0 0H1440V110H0Z" fill="url(#dawn-sky)" />
    <path d="M0 110H1440V770H0Z" fill="#b4674c" />
    <path d="M0 96H1440v30H0Z" fill={ink.brickDark} />
    <path
      d="M60 220h70M140 250h70M1170 180h70M1250 210h70M1330 480h70M70 560h70M150 590h70M1240 600h70M1160 570h70M60 400h70"
      stroke={ink.brickDark}
      strokeWidth="16"
      opacity="0.45"
    />
    <path d="M296 190H1096V770H296Z" fill={ink.cream} />
    <path d="M330 224H1062V770H330Z" fill="#54402f" />
    <Shelf at={[600, 744]} width={450} height={420} boardCount={2} />
    <PackagePile at={[820, 514]} rows={[3, 1]} size={1.1} />
    <path d="M330 224H1062V770H330Z" fill="#3b2a20" opacity="0.5" />
    <Glow at={[566, 450]} radius={260} strength={1} />
    <path d="M330 224H1062V300H330Z" fill={ink.steel} />
    <path d="M330 246H1062M330 272H1062M330 298H1062" stroke={ink.slate} strokeWidth="6" />
    <path d="M0 760H1440V960H0Z" fill="#b39a78" />
    <path d="M330 760H1062L1180 960H200Z" fill="#54402f" opacity="0.22" />
  </g>
);

/** Shows a man who has passed his forklift exam. His grandson films the first pallet early in the morning. */
export const Forklift = () => (
  <Scene width={1440} height={960}>
    <Warehouse />
    <g transform="translate(90 330)">
      <path d="M-14 -14H154V0H-14Z" fill={ink.woodDark} />
      <Quilt at={[0, 0]} columns={3} rows={3} patchSize={47} />
    </g>
    <Plant at={[112, 806]} size={1.5} />
    <ellipse cx="604" cy="882" rx="430" ry="20" fill="#000" opacity="0.18" />
    <ellipse cx="1106" cy="898" rx="110" ry="14" fill="#000" opacity="0.18" />
    <PlacedGroup at={[484, 884]} size={1.36}>
      <ForkliftBack />
    </PlacedGroup>
    <PersonDrawing
      at={[434, 618]}
      size={1.5}
      skinColor="brown"
      hairColor="white"
      haircut="cap"
      hatColor={ink.brick}
      hasBeard
      mood="laugh"
      gaze={[0.9, 0.1]}
      turn={0.8}
      top={ink.evening}
      bottom={ink.kraftDeep}
      outfit="apron"
      legs={[
        { bend: [80, 4], end: [60, 40] },
        { bend: [84, 10], end: [62, 44] },
      ]}
      farArm={{ bend: [110, -100], end: [80, -200], hand: "open" }}
      nearArm={{ bend: [4, -10], end: [92, -62], hand: "grip" }}
    />
    <PlacedGroup at={[484, 884]} size={1.36}>
      <Pallet />
      <ForkliftFront />
    </PlacedGroup>
    <PersonDrawing
      at={[1122, 714]}
      size={1.3}
      isMirrored
      headSize={1.22}
      skinColor="brown"
      hairColor="black"
      brows="raised"
      gaze={[1, -0.2]}
      turn={0.8}
      top={ink.pine}
      bottom={ink.dusk}
      shoes={ink.brick}
      legs={[
        { bend: [-22, 58], end: [-24, 116] },
        { bend: [24, 58], end: [26, 118] },
      ]}
      tilt={-6}
      farArm={{ bend: [100, -80], end: [92, -168] }}
      nearArm={{ bend: [16, -50], end: [74, -158], hand: "grip" }}
      heldItem={
        <path d="M72 -208h18q6 0 6 6v52q0 6 -6 6h-18q-6 0 -6 -6v-52q0 -6 6 -6Z" fill={ink.cream} />
      }
    />
  </Scene>
);
