// Builds bots in the service's own shape.
import type { WireBot } from "../../../src/service/wire.js";

export function wireBot(changes: Partial<WireBot> & { settings?: Record<string, unknown> } = {}): WireBot {
  const { settings, ...top } = changes;
  const whole: Record<string, unknown> = {
    margin_mode: "CROSS",
    type_take_profit: "LIMIT",
    type_first_order: "MARKET",
    percent_take_profit: "1.20",
    percent_safety_order: "1.5",
    volume_first_order: "20",
    volume_safety_order: "25",
    count_order_working: "",
    count_order_max: "6",
    martingale: "0",
    martingale_scale: "",
    dynamic_step: "0",
    dynamic_step_scale: "",
    cycle_limit: "0",
    cycle_limit_scale: "",
    tb_group_indicator: "NOTHING",
    tb_indicator: "",
    tb_interval: "",
    price_level: "NOTHING",
    price_level_up: "0",
    price_level_down: 0,
    ...settings,
  };
  return {
    id: 1,
    title: "Bot",
    pairTitle: "USDT-BTC",
    strategy: "LONG",
    leverage: 5,
    status: "DISABLED",
    settings: whole as WireBot["settings"],
    ...top,
  };
}
