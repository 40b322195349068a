import { type DragEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../button/button";
import "./file-drop.css";

interface FileDropProps {
  /** Types that the browser's file dialog offers. */
  accept: string;
  /** Of the button. */
  label: string;
  look: "plain" | "primary";
  busy: boolean;
  /** Said beside the button where a file can be dropped. */
  hint: string;
  /** Said beside it everywhere: what files are taken, or the one that was. */
  limits?: string;
  onFile: (file: File | undefined) => void;
  /** Above the button. */
  children?: ReactNode;
}

/** Takes one file, chosen or dropped. */
export function FileDrop({ accept, label, look, busy, hint, limits, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDraggedOver(false);
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={isDraggedOver ? "drop-zone over" : "drop-zone"}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={drop}
    >
      {/* Hidden from screen readers: the button replaces it. */}
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      {children}
      <Button icon="upload" look={look} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <span className="soft small">
        <span className="drop-hint">{hint}</span> {limits}
      </span>
    </div>
  );
}
