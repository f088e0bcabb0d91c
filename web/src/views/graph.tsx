// The call graph as the analyser draws it, as a picture to pan and zoom.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { api, profilePath } from "../app/store";
import { Loading, useLoad, View } from "../app/widgets";
import { save } from "../browser/files";
import { press } from "../browser/keys";

export function GraphView({ params }: { params: URLSearchParams }) {
  const path = profilePath(params, "svg");
  const picture = useLoad(path, async () => (await api.call(path)).blob());
  return (
    <View title="Call graph">
      <Loading of={picture} text="The agent draws the call graph.">
        {(value) => <PanZoom picture={value} name={params.get("dump") + ".svg"} />}
      </Loading>
    </View>
  );
}

function PanZoom({ picture, name }: { picture: Blob; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [zoom, setZoom] = useState(1);
  const address = useMemo(() => URL.createObjectURL(picture), [picture]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  const fit = () => {
    const { clientWidth, clientHeight } = frame.current!;
    const { naturalWidth, naturalHeight } = image.current!;
    setZoom(Math.min(1, (clientWidth - 16) / naturalWidth, (clientHeight - 16) / naturalHeight));
  };
  /** Zooms and keeps the point under the pointer, or the middle, where it is. */
  const zoomBy = (factor: number, x = frame.current!.clientWidth / 2, y = frame.current!.clientHeight / 2) => {
    const box = frame.current!;
    const next = Math.max(0.05, Math.min(8, zoom * factor));
    const left = (box.scrollLeft + x) * (next / zoom) - x;
    const top = (box.scrollTop + y) * (next / zoom) - y;
    setZoom(next);
    requestAnimationFrame(() => box.scrollTo(left, top));
  };
  const onWheel = (event: WheelEvent) => {
    if (!event.shiftKey) {
      event.preventDefault();
      const { left, top } = frame.current!.getBoundingClientRect();
      zoomBy(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
    }
  };
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
        onWheel={onWheel}
        onPointerDown={(event) => frame.current!.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => event.buttons === 1 && frame.current!.scrollBy(-event.movementX, -event.movementY)}
      >
        <img
          ref={image}
          src={address}
          draggable={false}
          alt="Call graph"
          onLoad={fit}
          style={{ width: `${(image.current?.naturalWidth ?? 0) * zoom}px` }}
        />
      </div>
    </>
  );
}
