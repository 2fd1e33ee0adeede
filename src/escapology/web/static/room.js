// Where a board and what lies beside it have the most room: pure sums, in pixels of the screen and units of the picture.

const GAP = 10; // pixels between the board and what lies beside it
const HALVINGS = 12; // that the largest scale is looked for with
const SIZES = 6; // that are tried of what lies beside it
const WORTH = 1.15; // by how much the board must be larger for a sheet to lie in the room that it leaves
export const EASY = 1.4; // times the size that can just be read: what is read with ease
const GIVEN = 0.9; // of its size that the board keeps, where it gives room for that
const LARGE = 56; // pixels of a unit that it keeps then: its smallest letters can still be read

// The largest scale (pixels of one unit) that a board has in a room { wide, high } with its sheets beside it, below it, or
// where nothing is drawn: { scale, board: {x, y}, sheets: [{x, y}], scales of those }. `cells` are the drawn parts of the
// board, [left, top, right, bottom]; a sheet has its size in units and `least`, the scale at which it can still be read.
// The board gives a little of its room for sheets that are read with ease.
export function arrange(room, board, cells, sheets) {
  const [tight, easy] = [1, EASY].map((share) => {
    const own = sheets.map((sheet) => ({ ...sheet, least: share * sheet.least, ease: EASY * sheet.least }));
    return wayFor(room, board, cells, own);
  });
  return easy && easy.scale >= Math.min(tight.scale, Math.max(LARGE, GIVEN * tight.scale)) ? easy : tight;
}

function wayFor(room, board, cells, sheets) {
  const apart = largest(room, board, null, sheets);
  const within = largest(room, board, cells, sheets);
  return within && within.scale > WORTH * (apart?.scale ?? 0) ? within : apart;
}

function largest(room, board, cells, sheets) {
  let best = null;
  for (const block of blocksOf(sheets)) {
    const most = Math.min(room.wide / board.wide, room.high / board.high);
    let found = place(room, board, cells, block, most);
    for (let i = 0, low = 0, high = most; i < HALVINGS && found?.scale !== most; i += 1) {
      const scale = (low + high) / 2;
      const placed = place(room, board, cells, block, scale);
      if (placed) [low, found] = [scale, placed];
      else high = scale;
    }
    if (found) found = grown(room, board, cells, block, found);
    if (found && isBetter(found, best)) best = found;
  }
  return best;
}

// First of all the board is to be large, then what lies beside it.
function isBetter(found, best) {
  if (!best || found.scale > best.scale * 1.01) return true;
  return found.scale > best.scale * 0.99 && found.own > best.own * 1.05;
}

// The sheets in rows, broken at any place, first of all one below the other: size and places in units, and the least scale.
// Sheets of one size are alike: either they lie in one row, or one below the other.
export function blocksOf(sheets) {
  if (!sheets.length) return [{ wide: 0, high: 0, least: 0, ease: 0, places: [] }];
  const [least, ease] = ["least", "ease"].map((name) => Math.max(...sheets.map((sheet) => sheet[name] ?? 0)));
  const ways = 2 ** (sheets.length - 1);
  const all = Array.from({ length: ways }, (_, way) => ways - 1 - way);
  return all.filter((breaks) => isEven(sheets, breaks)).map((breaks) => ({ least, ease, ...inRows(sheets, breaks) }));
}

function isEven(sheets, breaks) {
  const alike = sheets.slice(1).map((sheet, i) => sheet.wide === sheets[i].wide && sheet.high === sheets[i].high);
  const broken = alike.flatMap((isAlike, i) => (isAlike ? [(breaks >> i) & 1] : []));
  return new Set(broken).size < 2;
}

// A row ends after a sheet whose bit of `breaks` is set.
function inRows(sheets, breaks) {
  const block = { wide: 0, high: 0, places: [] };
  let [x, y, high] = [0, 0, 0];
  sheets.forEach((sheet, i) => {
    block.places.push({ x, y });
    [x, high] = [x + sheet.wide, Math.max(high, sheet.high)];
    block.wide = Math.max(block.wide, x);
    block.high = y + high;
    if ((breaks >> i) & 1) [x, y, high] = [0, block.high, 0];
  });
  return block;
}

// That scale of the board, if it leaves room for the block, which has a scale of its `own`.
function place(room, board, cells, block, scale, own = block.least) {
  const size = { wide: board.wide * scale, high: board.high * scale };
  if (size.wide > room.wide + 0.5 || size.high > room.high + 0.5) return null;
  const spot = spotFor(room, size, cells, scale, { wide: block.wide * own, high: block.high * own });
  if (!spot) return null;
  const sheets = block.places.map(({ x, y }) => ({ x: spot.block.x + x * own, y: spot.block.y + y * own }));
  return { scale, board: spot.board, sheets, own };
}

// The block in what room the board leaves: as large as the board, or as is read with ease, if there is room for that.
function grown(room, board, cells, block, found) {
  let best = found;
  for (let i = 0, low = found.own, high = Math.max(found.scale, block.ease); i < SIZES && high > low; i += 1) {
    const own = i ? (low + high) / 2 : high;
    const placed = place(room, board, cells, block, found.scale, own);
    if (placed) [best, low] = [placed, own];
    else high = own;
  }
  return best;
}

// Places for board and block: side by side, one below the other, or, if cells are told, where the board leaves room.
function spotFor(room, size, cells, scale, block) {
  if (block.wide > room.wide || block.high > room.high) return null;
  const left = (room.wide - size.wide) / 2;
  if (!block.wide) return { board: { x: left, y: 0 }, block: { x: 0, y: 0 } };
  const aside = (room.wide - size.wide - GAP - block.wide) / 2;
  if (aside >= 0) return { board: { x: aside, y: 0 }, block: { x: aside + size.wide + GAP, y: 0 } };
  const below = { x: (room.wide - block.wide) / 2, y: size.high + GAP };
  if (below.y + block.high <= room.high) return { board: { x: left, y: 0 }, block: below };
  if (!cells) return null;
  for (const [across, down] of SPOTS) {
    const at = { x: across * (room.wide - block.wide), y: down * (room.high - block.high) };
    for (const [east, south] of SPOTS) {
      const board = { x: east * (room.wide - size.wide), y: south * (room.high - size.high) };
      if (!cells.some((cell) => touches(cell, board, scale, at, block))) return { board, block: at };
    }
  }
  return null;
}

const SPOTS = [0, 0.5, 1].flatMap((down) => [1, 0, 0.5].map((across) => [across, down]));

function touches([left, top, right, bottom], board, scale, at, block) {
  return (
    board.x + right * scale > at.x - GAP &&
    board.x + left * scale < at.x + block.wide + GAP &&
    board.y + bottom * scale > at.y - GAP &&
    board.y + top * scale < at.y + block.high + GAP
  );
}
