import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from "react";
import "./button.css";
import { Icon, type IconName } from "../graphics/icon";
import { Spinner } from "../status/spinner";
import { notify } from "../toast/notify";

interface ButtonStyle {
  /** `primary` marks the one next step of a screen. */
  look?: "primary" | "plain" | "quiet" | "danger";
  size?: "normal" | "small";
  icon?: IconName;
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  /** Shows a spinner and ignores clicks. */
  busy?: boolean;
  /** Why the button is disabled; it stays focusable and shows the reason. */
  disabledReason?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

export function Button({
  look = "plain",
  size = "normal",
  icon,
  busy = false,
  disabledReason,
  disabled = false,
  children,
  onClick,
  className,
  type = "button",
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = busy || disabled || disabledReason !== undefined;
  // A spinner beside the words would widen the button and move its neighbours.
  const isCovered = busy && icon === undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!off) return onClick?.(event);
    event.preventDefault();
    // Touch screens show no tooltip.
    if (disabledReason !== undefined) notify.info(disabledReason);
  };
  return (
    <>
      <button
        {...rest}
        type={type === "submit" ? "submit" : "button"}
        className={`button ${look} ${size} ${isCovered ? "covered" : ""} ${className ?? ""}`}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        title={disabledReason ?? rest.title}
        onClick={press}
        aria-describedby={disabledReason === undefined ? rest["aria-describedby"] : reasonId}
      >
        {busy ? <Spinner /> : icon && <Icon name={icon} />}
        <span>{children}</span>
      </button>
      {disabledReason !== undefined && (
        <span id={reasonId} className="visually-hidden">
          {disabledReason}
        </span>
      )}
    </>
  );
}

interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "look"> {
  icon: IconName;
  /** Read aloud and shown as a tooltip. */
  label: string;
}

export function IconButton({
  icon,
  label,
  busy = false,
  disabledReason,
  disabled = false,
  onClick,
  className,
  size = "normal",
  ...rest
}: IconButtonProps) {
  const off = busy || disabled || disabledReason !== undefined;
  return (
    <button
      {...rest}
      type="button"
      className={`icon-button ${size} ${className ?? ""}`}
      aria-label={disabledReason === undefined ? label : `${label} (${disabledReason})`}
      title={disabledReason ?? label}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!off) onClick?.(event);
        else if (disabledReason !== undefined) notify.info(disabledReason);
      }}
    >
      {busy ? <Spinner /> : <Icon name={icon} />}
    </button>
  );
}

/** Class names that make a link look like a button. */
export const getButtonClass = ({ look = "plain", size = "normal" }: ButtonStyle = {}): string =>
  `button ${look} ${size}`;
