// The call graph as the analyser draws it, as a picture to pan and zoom.
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../app/store";
import { Loading, useLoad, View } from "../app/widgets";
import { save } from "../browser/files";
import { press } from "../browser/keys";

export function GraphView({ dump, baseline }: { dump: string; baseline: string | null }) {
  const path = `/api/v1/dumps/${encodeURIComponent(dump)}?format=svg${baseline ? "&baseline=" + encodeURIComponent(baseline) : ""}`;
  const picture = useLoad(path, async () => (await api.call(path)).blob());
  return (
    <View title="Call graph" hideTitle>
      <Loading of={picture} text="The agent draws the call graph.">
        {(value) => <PanZoom picture={value} name={dump + ".svg"} />}
      </Loading>
    </View>
  );
}

function PanZoom({ picture, name }: { picture: Blob; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [address, setAddress] = useState("");
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  const fit = () => {
    const box = frame.current!;
    setZoom(Math.min(1.5, (box.clientWidth - 16) / size.width, (box.clientHeight - 16) / size.height));
  };
  /** Zooms and keeps the point under the pointer, or the middle, where it is. */
  const zoomBy = (factor: number, at?: { x: number; y: number }) => {
    const box = frame.current!;
    const x = at?.x ?? box.clientWidth / 2;
    const y = at?.y ?? box.clientHeight / 2;
    const next = Math.max(0.05, Math.min(8, zoom * factor));
    const real = next / zoom;
    const left = (box.scrollLeft + x) * real - x;
    const top = (box.scrollTop + y) * real - y;
    setZoom(next);
    requestAnimationFrame(() => box.scrollTo(left, top));
  };
  useEffect(() => {
    const box = frame.current!;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey || !event.shiftKey) {
        event.preventDefault();
        const edge = box.getBoundingClientRect();
        zoomBy(Math.exp(-event.deltaY / 400), { x: event.clientX - edge.left, y: event.clientY - edge.top });
      }
    };
    box.addEventListener("wheel", onWheel, { passive: false });
    return () => box.removeEventListener("wheel", onWheel);
  });
  const larger = () => zoomBy(1.25);
  const smaller = () => zoomBy(0.8);
  return (
    <>
      <div class="toolbar">
        <span class="group" role="group" aria-label="Zoom">
          <button onClick={larger} aria-label="Larger" title="+">
            +
          </button>
          <button onClick={smaller} aria-label="Smaller" title="-">
            −
          </button>
          <button onClick={fit} title="0">
            Fit
          </button>
        </span>
        <span class="muted">{Math.round(zoom * 100)} %. Drag to move, wheel to zoom.</span>
        <button onClick={() => save(picture, name)}>Save SVG</button>
      </div>
      <div
        class="pan"
        ref={frame}
        tabIndex={0}
        role="group"
        aria-label="Call graph. Arrow keys move, plus and minus zoom, 0 fits."
        onKeyDown={(event) => press(event, { "+": larger, "=": larger, "-": smaller, 0: fit })}
        onPointerDown={(event) => frame.current!.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => event.buttons === 1 && frame.current!.scrollBy(-event.movementX, -event.movementY)}
      >
        {address && (
          <img
            src={address}
            draggable={false}
            alt="Call graph: the same data as in the table and the flame graph"
            onLoad={(event) => {
              const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
              setSize({ width, height });
              setZoom(Math.min(1, (frame.current!.clientWidth - 16) / width));
            }}
            style={size.width ? { width: `${size.width * zoom}px`, height: `${size.height * zoom}px` } : {}}
          />
        )}
      </div>
    </>
  );
}
