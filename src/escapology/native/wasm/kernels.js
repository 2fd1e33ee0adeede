// Calls the kernels of a module, in a browser or in Node:
//
//     const kernels = await Kernels.load(bytes);
//     const counts = kernels.array("playout", "counts", 512);     // memory for 512 rows; .bytes is what is in it
//     kernels.run("playout", 0, 512, {counts, seed: 7, …});       // in rows 0 to 511
//
// The module tells how its kernels are called (module.py). All memory belongs to whoever calls: it is handed out once,
// one piece behind the other, and goes with the module.

const PAGE = 65536;   // bytes
const FIRST = 64;     // pages: the stack and the constants of a module lie in them

export class Kernels {
    static async load(bytes) {
        const module = await WebAssembly.compile(bytes);
        const [section] = WebAssembly.Module.customSections(module, "kernels");
        const about = JSON.parse(new TextDecoder().decode(section));
        const memory = new WebAssembly.Memory({initial: FIRST});
        const {exports} = await WebAssembly.instantiate(module, {env: {memory}});
        return new Kernels(about, memory, exports);
    }

    constructor(about, memory, exports) {
        this.about = about;
        this.memory = memory;
        this.exports = exports;
        this.end = exports.__heap_base.value;
        this.answer = this.take(64);
        this.rooms = {};
        for (const name in about)
            this.rooms[name] = Object.fromEntries(about[name].filter(isRoom).map(one => [one.name, this.lay(one, one.shape)]));
    }

    // An array of so many rows for an argument of a kernel, filled with zeros or with what `bytes` holds.
    array(kernel, argument, rows, bytes) {
        const about = this.about[kernel].find(one => one.name === argument);
        if (!about?.shape)
            throw new RangeError(`${kernel} takes no array ${argument}`);
        const array = this.lay(about, [rows, ...about.shape.slice(1)]);
        if (bytes) {
            if (bytes.length !== array.size)
                throw new RangeError(`${argument} has ${array.size} bytes, not ${bytes.length}`);
            array.bytes.set(bytes);
        }
        return array;
    }

    // Do it in rows first to end - 1. Throws where rules would raise an error.
    run(kernel, first, end, given) {
        const all = {...given, ...this.rooms[kernel]};
        const values = this.about[kernel].flatMap(one => {
            if (all[one.name] === undefined)
                throw new RangeError(`${kernel} needs ${one.name}`);
            return one.shape ? all[one.name].asNumbaHasIt : [one.truth ? Number(all[one.name]) : BigInt(all[one.name])];
        });
        const fault = this.exports[kernel](this.answer, this.answer + 32, BigInt(first), BigInt(end), ...values);
        if (fault)
            throw new Error(`${kernel} failed in rows ${first} to ${end - 1}`);
    }

    // An array: where it lies, and the seven or more values by which compiled code knows it.
    lay({item}, shape) {
        const count = shape.reduce((a, b) => a * b, 1), size = count * item;
        const strides = shape.map((_, axis) => BigInt(shape.slice(axis + 1).reduce((a, b) => a * b, item)));
        const at = this.take(size), memory = this.memory;
        return {
            size,
            get bytes() { return new Uint8Array(memory.buffer, at, size); },
            asNumbaHasIt: [0, 0, BigInt(count), BigInt(item), at, ...shape.map(BigInt), ...strides],
        };
    }

    // So many bytes of memory, all zero.
    take(size) {
        const at = this.end + 15 & ~15;
        this.end = at + size;
        const missing = this.end - this.memory.buffer.byteLength;
        if (missing > 0)
            this.memory.grow(Math.ceil(missing / PAGE));
        return at;
    }
}

const isRoom = one => one.shape && !one.shape.includes(0);
