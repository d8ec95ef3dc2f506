# What bench/rival.sh decides: the differences of desired and observed, the queries of missing bots, new bots' wrong fields.

# Parameter of create: key of the bot's settings (docs/service.md, S-24); the others keep their name on the bot itself.
def keys_of: {
  marginMode: "margin_mode", typeTakeProfit: "type_take_profit", typeFirstOrder: "type_first_order",
  percentTakeProfit: "percent_take_profit", percentSafetyOrder: "percent_safety_order",
  volumeFirstOrder: "volume_first_order", volumeSafetyOrder: "volume_safety_order", countOrderMax: "count_order_max",
  martingaleScale: "martingale_scale", dynamicStepScale: "dynamic_step_scale"
};

# 1.20 and "1.2" are one value; words stay words.
def canonical: tostring | (tonumber? // .);

def data_of: if .isSuccess == true then .data else error("no success") end;

# The wrong fields of a bot, as "name: live → desired".
def wrong($settings; $live):
  keys_of as $keys
  | [ $settings | to_entries[]
      | (if $keys[.key] then $live.settings[$keys[.key]] else $live[.key] end) as $value
      | select(($value | canonical) != (.value | canonical))
      | "\(.key): \($value) → \(.value)" ]
    # A scale counts only while its flag is set, and these bots shall be off.
    + [ if $settings.martingaleScale and ($live.settings.martingale | canonical) != 1 then "martingale is off" else empty end,
        if $settings.dynamicStepScale and ($live.settings.dynamic_step | canonical) != 1 then "dynamic step is off" else empty end,
        if ($live.status | tostring | IN("DISABLED", "0")) then empty else "it is on" end ]
  | join(", ");

# Form style, as the vendor's client encodes: what is signed is what is sent.
def form: to_entries | map("\(.key)=\(.value | tostring | @uri | split("%20") | join("+") | split("~") | join("%7E") | split("*") | join("%2A"))") | join("&");

$ARGS.named as $in
| $in.desired[0] as $wanted
| if $in.mode == "details" then
    ($wanted.bots | map({key: .settings.title, value: .settings}) | from_entries) as $settings
    | $in.details[] | data_of | .[0]
    | (if $settings[.title] then wrong($settings[.title]; .) else "no bot of ours" end) as $wrong
    | if $wrong == "" then empty else "bot \(.id) \(.title): \($wrong)" end
else
  ($in.accesses[0] | data_of | map({key: .title, value: .}) | from_entries) as $access
  | ($in.list[0] | data_of) as $live
  | ($live | group_by(.title) | map({key: .[0].title, value: .}) | from_entries) as $by_title
  | if $in.mode == "differences" then
      ( $wanted.bots[]
        | ($by_title[.settings.title] // []) as $same
        | if $access[.access] == null then error("no access \(.access)")
          elif ($same | length) > 1 then error("\(.settings.title): \($same | length) live bots")
          elif ($same | length) == 0 then "create \(.settings.title)"
          else wrong(.settings; $same[0]) as $wrong | if $wrong == "" then empty else "update \(.settings.title): \($wrong)" end
          end ),
      ( ($wanted.bots | map({key: .settings.title, value: true}) | from_entries) as $declared
        | $live[] | select($declared[.title] | not) | "undeclared: bot \(.id) \(.title)" )
    else
      $wanted.bots[] | select($by_title[.settings.title] == null)
      | .settings.title,
        ({accessId: $access[.access].accessId, exchange: $wanted.exchange} + .settings | form)
    end
end
