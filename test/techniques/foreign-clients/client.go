// An outside program for the futures bot service, Go standard library only.
//
//	go run client.go BASE_URL KEY SECRET
//
// Written from the interface description alone: one typed struct per
// documented object, decoded strictly (no unknown keys, none missing), all
// parameters in the query, one keep-alive connection. Prints every check;
// exit code 0 only when all of them hold.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type Access struct {
	AccessID int64  `json:"accessId"`
	Title    string `json:"title"`
	Exchange string `json:"exchange"`
}

type Settings struct {
	MarginMode         string          `json:"margin_mode"`
	TypeTakeProfit     string          `json:"type_take_profit"`
	TypeFirstOrder     string          `json:"type_first_order"`
	PercentTakeProfit  string          `json:"percent_take_profit"`
	PercentSafetyOrder string          `json:"percent_safety_order"`
	VolumeFirstOrder   string          `json:"volume_first_order"`
	VolumeSafetyOrder  string          `json:"volume_safety_order"`
	CountOrderWorking  string          `json:"count_order_working"`
	CountOrderMax      string          `json:"count_order_max"`
	Martingale         string          `json:"martingale"`
	MartingaleScale    string          `json:"martingale_scale"`
	DynamicStep        string          `json:"dynamic_step"`
	DynamicStepScale   string          `json:"dynamic_step_scale"`
	CycleLimit         string          `json:"cycle_limit"`
	CycleLimitScale    string          `json:"cycle_limit_scale"`
	TbGroupIndicator   string          `json:"tb_group_indicator"`
	TbIndicator        string          `json:"tb_indicator"`
	TbInterval         string          `json:"tb_interval"`
	PriceLevel         string          `json:"price_level"`
	PriceLevelUp       json.RawMessage `json:"price_level_up"`
	PriceLevelDown     json.RawMessage `json:"price_level_down"`
}

type Timestamp struct {
	Date         string `json:"date"`
	TimezoneType int    `json:"timezone_type"`
	Timezone     string `json:"timezone"`
}

type ListedBot struct {
	ID        int64    `json:"id"`
	UserID    int64    `json:"userId"`
	Title     string   `json:"title"`
	PairTitle string   `json:"pairTitle"`
	Strategy  string   `json:"strategy"`
	Leverage  int64    `json:"leverage"`
	Status    string   `json:"status"`
	Settings  Settings `json:"settings"`
	Exchange  string   `json:"exchange"`
}

type Bot struct {
	ID        int64     `json:"id"`
	UserID    int64     `json:"userId"`
	Title     string    `json:"title"`
	PairTitle string    `json:"pairTitle"`
	AccessID  int64     `json:"accessId"`
	Strategy  string    `json:"strategy"`
	Leverage  int64     `json:"leverage"`
	Status    string    `json:"status"`
	Settings  Settings  `json:"settings"`
	Updated   Timestamp `json:"updated"`
	Exchange  string    `json:"exchange"`
}

type UpdatedBot struct {
	ID        int64     `json:"id"`
	UserID    int64     `json:"userId"`
	Title     string    `json:"title"`
	PairTitle string    `json:"pairTitle"`
	AccessID  int64     `json:"accessId"`
	Strategy  string    `json:"strategy"`
	Leverage  int64     `json:"leverage"`
	Status    int64     `json:"status"`
	Settings  Settings  `json:"settings"`
	Updated   Timestamp `json:"updated"`
	Exchange  string    `json:"exchange"`
}

type Position struct {
	Type              string `json:"type"`
	Side              string `json:"side"`
	Leverage          string `json:"leverage"`
	Amount            string `json:"amount"`
	EntryPrice        string `json:"entryPrice"`
	MarkPrice         string `json:"markPrice"`
	LiqPrice          string `json:"liqPrice"`
	Pnl               string `json:"pnl"`
	InitMargin        string `json:"initMargin"`
	MaintMargin       string `json:"maintMargin"`
	PosInitMargin     string `json:"posInitMargin"`
	OpenOrdInitMargin string `json:"openOrdInitMargin"`
}

type TpOrder struct {
	Type      string `json:"type"`
	Number    string `json:"number"`
	Status    string `json:"status"`
	Price     string `json:"price"`
	Qty       string `json:"qty"`
	QtyFilled string `json:"qty_filled"`
	Fee       string `json:"fee"`
	FeeAsset  string `json:"fee_asset"`
	Pnl       string `json:"pnl"`
	Time      string `json:"time"`
}

type Result struct {
	QtySO       string `json:"qtySO"`
	AvPriceSO   string `json:"avPriceSO"`
	QtyTP       string `json:"qtyTP"`
	AvPriceTP   string `json:"avPriceTP"`
	Fees        string `json:"fees"`
	FeesAsset   string `json:"feesAsset"`
	Profit      string `json:"profit"`
	ProfitAsset string `json:"profitAsset"`
}

type Deal struct {
	ID          int64              `json:"id"`
	UserID      int64              `json:"userId"`
	PairTitle   string             `json:"pairTitle"`
	BotID       int64              `json:"botId"`
	AccessID    int64              `json:"accessId"`
	Status      string             `json:"status"`
	BotSnapshot Bot                `json:"botSnapshot"`
	Position    Position           `json:"position"`
	TpOrder     map[string]TpOrder `json:"tpOrder"`
	Result      *Result            `json:"result"`
	Updated     Timestamp          `json:"updated"`
	Exchange    string             `json:"exchange"`
}

type LogEntry struct {
	Message  string `json:"message"`
	Datetime string `json:"datetime"`
}

type Asset struct {
	Asset                  string `json:"asset"`
	WalletBalance          string `json:"walletBalance"`
	UnrealizedProfit       string `json:"unrealizedProfit"`
	MarginBalance          string `json:"marginBalance"`
	MaintMargin            string `json:"maintMargin"`
	InitialMargin          string `json:"initialMargin"`
	PositionInitialMargin  string `json:"positionInitialMargin"`
	OpenOrderInitialMargin string `json:"openOrderInitialMargin"`
	MaxWithdrawAmount      string `json:"maxWithdrawAmount"`
	CrossWalletBalance     string `json:"crossWalletBalance"`
	CrossUnPnl             string `json:"crossUnPnl"`
	AvailableBalance       string `json:"availableBalance"`
	MarginAvailable        bool   `json:"marginAvailable"`
	UpdateTime             int64  `json:"updateTime"`
}

type AccountPosition struct {
	PositionSide     string `json:"positionSide"`
	Symbol           string `json:"symbol"`
	OurSymbol        string `json:"ourSymbol"`
	Amount           string `json:"amount"`
	EntryPrice       string `json:"entryPrice"`
	MarkPrice        string `json:"markPrice"`
	LiquidationPrice string `json:"liquidationPrice"`
	UnRealizedProfit string `json:"unRealizedProfit"`
	Leverage         string `json:"leverage"`
	IsolatedMargin   string `json:"isolatedMargin"`
	PositionMargin   string `json:"positionMargin"`
	OpenOrderMargin  string `json:"openOrderMargin"`
	MarginType       string `json:"marginType"`
}

type Account struct {
	TotalInitialMargin    string                     `json:"totalInitialMargin"`
	TotalMaintMargin      string                     `json:"totalMaintMargin"`
	TotalMarginBalance    string                     `json:"totalMarginBalance"`
	TotalPositionMargin   string                     `json:"totalPositionMargin"`
	TotalOpenOrderMargin  string                     `json:"totalOpenOrderMargin"`
	TotalUnrealizedProfit string                     `json:"totalUnrealizedProfit"`
	TotalWalletBalance    string                     `json:"totalWalletBalance"`
	TotalFreeBalance      string                     `json:"totalFreeBalance"`
	Leverage              json.RawMessage            `json:"leverage"`
	Assets                []Asset                    `json:"assets"`
	Positions             map[string]AccountPosition `json:"positions"`
}

type Created struct {
	BotID int64 `json:"botId"`
}

type Envelope struct {
	IsSuccess    bool            `json:"isSuccess"`
	ErrorMessage string          `json:"errorMessage"`
	Data         json.RawMessage `json:"data"`
}

var (
	count, failed int
	base          string
	key, secret   string
	client        = &http.Client{Timeout: 15 * time.Second}
	reused, fresh int
)

func check(name string, ok bool, note ...any) bool {
	count++
	if ok {
		fmt.Println("ok    " + name)
	} else {
		failed++
		text := strings.TrimSpace(fmt.Sprintln(note...))
		if len(text) > 400 {
			text = text[:400]
		}
		fmt.Println("FAIL  " + name + ": " + text)
	}
	return ok
}

type stop struct{ why string }

// param keeps the order of sending, which url.Values does not.
type param struct{ name, value string }

func p(name string, value any) param { return param{name, fmt.Sprint(value)} }

type auth struct{ key, secret, nonce string }

func send(method, name string, params []param, with auth) (int, []byte) {
	path := name
	if !strings.HasPrefix(name, "/") {
		path = "/bot-futures/" + name
	}
	parts := make([]string, len(params))
	for i, one := range params {
		parts[i] = url.QueryEscape(one.name) + "=" + url.QueryEscape(one.value)
	}
	query := strings.Join(parts, "&")
	if with.key == "" {
		with.key = key
	}
	if with.secret == "" {
		with.secret = secret
	}
	if with.nonce == "" {
		with.nonce = strconv.FormatInt(time.Now().Unix(), 10)
	}
	mac := hmac.New(sha256.New, []byte(with.secret))
	mac.Write([]byte(base64.StdEncoding.EncodeToString([]byte(path + "/" + with.nonce + "/" + query))))
	address := base + path
	if query != "" {
		address += "?" + query
	}
	request, err := http.NewRequest(method, address, nil)
	if err != nil {
		panic(err)
	}
	request.Header.Set("CTG-API-SIGNATURE", hex.EncodeToString(mac.Sum(nil)))
	request.Header.Set("CTG-API-KEY", with.key)
	request.Header.Set("CTG-API-NONCE", with.nonce)
	trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		if info.Reused {
			reused++
		} else {
			fresh++
		}
	}}
	answer, err := client.Do(request.WithContext(httptrace.WithClientTrace(request.Context(), trace)))
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		panic(err)
	}
	return answer.StatusCode, body
}

// exact reports keys that the struct wants and the JSON lacks, or the reverse,
// and nulls where the struct has no room for them: encoding/json lets both pass.
func exact(raw json.RawMessage, kind reflect.Type, at string) error {
	if kind == reflect.TypeOf(json.RawMessage{}) {
		return nil
	}
	text := bytes.TrimSpace(raw)
	if bytes.Equal(text, []byte("null")) {
		if kind.Kind() == reflect.Pointer {
			return nil
		}
		return fmt.Errorf("%s is null", at)
	}
	switch kind.Kind() {
	case reflect.Pointer:
		return exact(raw, kind.Elem(), at)
	case reflect.Slice:
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		for i, item := range items {
			if err := exact(item, kind.Elem(), fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case reflect.Map:
		var items map[string]json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		for name, item := range items {
			if err := exact(item, kind.Elem(), at+"."+name); err != nil {
				return err
			}
		}
	case reflect.Struct:
		var items map[string]json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		for i := 0; i < kind.NumField(); i++ {
			name := kind.Field(i).Tag.Get("json")
			item, has := items[name]
			if !has {
				return fmt.Errorf("%s.%s is missing", at, name)
			}
			delete(items, name)
			if err := exact(item, kind.Field(i).Type, at+"."+name); err != nil {
				return err
			}
		}
		for name := range items {
			return fmt.Errorf("%s.%s is not documented", at, name)
		}
	}
	return nil
}

func into[T any](raw []byte) (value T, err error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	if err = decoder.Decode(&value); err != nil {
		return
	}
	return value, exact(raw, reflect.TypeOf(value), "data")
}

func envelope(label string, status int, body []byte) json.RawMessage {
	outer, err := into[Envelope](body)
	if !check(label+": envelope", status == 200 && err == nil && outer.IsSuccess && outer.ErrorMessage == "", status, err, string(body)) {
		panic(stop{label})
	}
	return outer.Data
}

func call[T any](label, method, name string, params ...param) T {
	status, body := send(method, name, params, auth{})
	data := envelope(label, status, body)
	value, err := into[T](data)
	if !check(label+": shape", err == nil, err) {
		panic(stop{label})
	}
	return value
}

// read is call without a line for every poll.
func read[T any](method, name string, params ...param) T {
	status, body := send(method, name, params, auth{})
	outer, err := into[Envelope](body)
	if status != 200 || err != nil || !outer.IsSuccess {
		panic(fmt.Errorf("while polling %s: %d %v %s", name, status, err, body))
	}
	value, err := into[T](outer.Data)
	if err != nil {
		panic(fmt.Errorf("while polling %s: %w", name, err))
	}
	return value
}

func poll(label string, seen func() bool) {
	end := time.Now().Add(15 * time.Second)
	for time.Now().Before(end) {
		if seen() {
			check(label, true)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	check(label, false, "not seen within 15 s")
	panic(stop{label})
}

var (
	decimal     = regexp.MustCompile(`^-?\d+(\.\d+)?$`)
	dateForm    = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$`)
	logForm     = regexp.MustCompile(`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$`)
	pairForm    = regexp.MustCompile(`^[A-Z0-9]+-[A-Z0-9]+$`)
	digits      = regexp.MustCompile(`^\d+$`)
	millisecond = regexp.MustCompile(`^\d{13}$`)
)

func decimals(label string, values ...string) {
	for _, value := range values {
		if !decimal.MatchString(value) {
			check(label+": string decimals", false, strconv.Quote(value), "among", values)
			return
		}
	}
	check(label+": string decimals", true)
}

func optional(label string, values ...string) {
	kept := []string{}
	for _, value := range values {
		if value != "" {
			kept = append(kept, value)
		}
	}
	decimals(label+" (may be empty)", kept...)
}

func num(text string) float64 {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return value
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.0005 }

func among(value string, allowed ...string) bool {
	for _, one := range allowed {
		if one == value {
			return true
		}
	}
	return false
}

func settingsHold(label string, s Settings) {
	check(label+": settings words", among(s.MarginMode, "ISO", "CROSS") && among(s.TypeTakeProfit, "LIMIT", "STOP-MARKET") &&
		among(s.TypeFirstOrder, "LIMIT", "MARKET") && among(s.PriceLevel, "NOTHING", "UPPER", "LOWER", "BOTH") &&
		among(s.TbGroupIndicator, "NOTHING", "FOMO", "DIVER", "TRENDS", "TRENDS_CROSSING", "OSCILLATORS") &&
		among(s.Martingale, "0", "1") && among(s.DynamicStep, "0", "1") && among(s.CycleLimit, "0", "1"), s)
	decimals(label+" settings", s.PercentTakeProfit, s.PercentSafetyOrder, s.VolumeFirstOrder)
	optional(label+" settings", s.VolumeSafetyOrder, s.MartingaleScale, s.DynamicStepScale)
	check(label+": settings integers", (s.CountOrderMax == "" || digits.MatchString(s.CountOrderMax)) &&
		(s.CycleLimitScale == "" || digits.MatchString(s.CycleLimitScale)), s)
	for _, raw := range []json.RawMessage{s.PriceLevelUp, s.PriceLevelDown} {
		text := strings.Trim(string(raw), `"`)
		check(label+": price level", text == "" || decimal.MatchString(text), string(raw))
	}
}

func timeHolds(label string, t Timestamp) {
	check(label+": updated", dateForm.MatchString(t.Date) && t.Timezone == "UTC", t)
}

func dealHolds(label string, d Deal, status string) {
	check(label+": status "+status, d.Status == status, d.Status)
	check(label+": result by status", (d.Result != nil) == (status == "COMPLETED"), d.Result)
	check(label+": pair", pairForm.MatchString(d.PairTitle) && among(d.Position.Side, "LONG", "SHORT"), d.PairTitle, d.Position.Side)
	decimals(label+" position", d.Position.Leverage, d.Position.Amount, d.Position.EntryPrice, d.Position.MarkPrice, d.Position.LiqPrice, d.Position.Pnl)
	optional(label+" position", d.Position.InitMargin, d.Position.MaintMargin, d.Position.PosInitMargin, d.Position.OpenOrdInitMargin)
	for number, order := range d.TpOrder {
		check(label+": tpOrder key", digits.MatchString(number) && order.Number == number, number, order)
		decimals(label+" tpOrder", order.Price, order.Qty)
		optional(label+" tpOrder", order.QtyFilled, order.Fee, order.Pnl)
		check(label+": tpOrder time", millisecond.MatchString(order.Time), order.Time)
	}
	if d.Result != nil {
		r := d.Result
		decimals(label+" result", r.QtySO, r.AvPriceSO, r.QtyTP, r.AvPriceTP, r.Fees, r.Profit)
		check(label+": result assets", r.FeesAsset != "" && r.ProfitAsset != "", r)
	}
	timeHolds(label, d.Updated)
	timeHolds(label+" snapshot", d.BotSnapshot.Updated)
	settingsHold(label+" snapshot", d.BotSnapshot.Settings)
}

func accountHolds(label string, a Account) {
	decimals(label+" totals", a.TotalInitialMargin, a.TotalMaintMargin, a.TotalMarginBalance, a.TotalPositionMargin,
		a.TotalOpenOrderMargin, a.TotalUnrealizedProfit, a.TotalWalletBalance, a.TotalFreeBalance)
	for _, one := range a.Assets {
		decimals(label+" asset "+one.Asset, one.WalletBalance, one.UnrealizedProfit, one.MarginBalance, one.MaintMargin,
			one.InitialMargin, one.PositionInitialMargin, one.OpenOrderInitialMargin, one.MaxWithdrawAmount,
			one.CrossWalletBalance, one.CrossUnPnl, one.AvailableBalance)
	}
	for name, one := range a.Positions {
		side := map[string]string{"LONG": "_BUY", "SHORT": "_SELL"}[one.PositionSide]
		quote, coin, _ := strings.Cut(one.OurSymbol, "-")
		check(label+": position "+name, side != "" && name == one.OurSymbol+side && one.Symbol == coin+quote, one)
		decimals(label+" position "+name, one.Amount, one.EntryPrice, one.MarkPrice, one.LiquidationPrice,
			one.UnRealizedProfit, one.Leverage, one.IsolatedMargin, one.PositionMargin, one.OpenOrderMargin)
	}
}

func refused(label, method, name string, with auth, wanted int, params ...param) {
	status, body := send(method, name, params, with)
	var outer map[string]any
	json.Unmarshal(body, &outer)
	check(label+": refused", outer["isSuccess"] != true, status, string(body))
	check(label+": no 5xx", status < 500, status)
	if wanted != 0 {
		check(label+": HTTP "+strconv.Itoa(wanted), status == wanted, status, string(body))
	}
}

func run() {
	accesses := call[[]Access]("access list", "GET", "access-list")
	if !check("access list: has one", len(accesses) > 0) {
		panic(stop{"no access"})
	}
	exchange := p("exchange", accesses[0].Exchange)
	scope := []param{p("accessId", accesses[0].AccessID), exchange}

	pairs := call[[]string]("pair list", "GET", "pair-list")
	for _, pair := range pairs {
		if !pairForm.MatchString(pair) {
			check("pair list: form", false, pair)
		}
	}
	check("pair list: BUSD-BTC", among("BUSD-BTC", pairs...), pairs)
	accountHolds("account information", call[Account]("account information", "POST", "account-information"))

	title := "Go & co. ~*/?" + strconv.FormatInt(time.Now().UnixNano(), 10)
	created := call[Created]("create", "POST", "create", append(append([]param{}, scope...),
		p("pairTitle", "BUSD-BTC"), p("title", title), p("strategy", "LONG"), p("leverage", 3), p("marginMode", "ISO"),
		p("typeTakeProfit", "LIMIT"), p("typeFirstOrder", "MARKET"), p("percentTakeProfit", 99.99),
		p("percentSafetyOrder", 0.01), p("volumeFirstOrder", 50), p("cycleLimitScale", 5))...)
	bot := p("botId", created.BotID)
	check("create: id", created.BotID > 0)

	found := call[[]Bot]("details", "GET", "detail", bot)
	if !check("details: one bot", len(found) == 1, len(found)) {
		panic(stop{"details"})
	}
	seen := found[0]
	check("details: the bot created", seen.ID == created.BotID && seen.Title == title && seen.PairTitle == "BUSD-BTC" &&
		seen.AccessID == accesses[0].AccessID && seen.Leverage == 3 && seen.Status == "DISABLED", seen)
	check("details: settings", num(seen.Settings.PercentTakeProfit) == 99.99 && num(seen.Settings.PercentSafetyOrder) == 0.01 &&
		num(seen.Settings.VolumeFirstOrder) == 50 && seen.Settings.CycleLimit == "1" && seen.Settings.CycleLimitScale == "5" &&
		seen.Settings.Martingale == "0" && seen.Settings.DynamicStep == "0", seen.Settings)
	settingsHold("details", seen.Settings)
	timeHolds("details", seen.Updated)

	listed := call[[]ListedBot]("list", "GET", "all", exchange)
	has := false
	for _, one := range listed {
		has = has || one.ID == created.BotID && one.Title == title
	}
	check("list: has the bot", has)

	changed := call[UpdatedBot]("update", "POST", "update", bot, p("pairTitle", "BUSD-BTC"), p("percentTakeProfit", 3),
		p("martingaleScale", 1.5), p("priceLevel", "UPPER"), p("priceLevelUp", 1000000))
	check("update: status 0 while off", changed.Status == 0, changed.Status)
	check("update: applied", num(changed.Settings.PercentTakeProfit) == 3 && changed.Settings.Martingale == "1" &&
		num(changed.Settings.MartingaleScale) == 1.5 && changed.Settings.PriceLevel == "UPPER", changed.Settings)
	check("update: omitted parameters keep their value", changed.Leverage == 3 && changed.Title == title &&
		changed.Settings.CycleLimitScale == "5", changed)
	settingsHold("update", changed.Settings)
	timeHolds("update", changed.Updated)

	status := func() string { return read[[]Bot]("GET", "detail", bot)[0].Status }
	call[string]("turn on", "POST", "activate", bot)
	poll("turn on: observed", func() bool { return status() != "DISABLED" })
	call[string]("turn off", "POST", "deactivate", bot)
	poll("turn off: observed", func() bool { return status() == "DISABLED" })

	mine := func(name string) (deals []Deal) {
		for _, one := range read[[]Deal]("GET", name, scope...) {
			if one.BotID == created.BotID {
				deals = append(deals, one)
			}
		}
		return
	}
	for _, left := range mine("active-deals") {
		call[string]("complete what turning on opened", "POST", "complete-deal", p("dealId", left.ID))
	}
	poll("no deal left over", func() bool { return len(mine("active-deals")) == 0 })

	call[string]("start deal", "POST", "start-new-deal", bot)
	poll("start deal: observed", func() bool { return len(mine("active-deals")) == 1 })
	for _, one := range call[[]Deal]("active deals", "GET", "active-deals", scope...) {
		dealHolds("active deal", one, "ACTIVE")
	}
	deal := mine("active-deals")[0]
	check("active deal: snapshot is the bot", reflect.DeepEqual(deal.BotSnapshot.Settings, changed.Settings), deal.BotSnapshot.Settings)
	entry := num(deal.Position.EntryPrice)
	at := func(ratio float64) func() bool {
		return func() bool {
			for _, one := range mine("active-deals") {
				for _, order := range one.TpOrder {
					if near(num(order.Price)/entry, ratio) {
						return true
					}
				}
			}
			return false
		}
	}
	poll("active deal: take profit 3 % above entry", at(1.03))

	account := call[Account]("account with position", "POST", "account-information")
	accountHolds("account with position", account)
	_, has = account.Positions["BUSD-BTC_BUY"]
	check("account with position: BUSD-BTC_BUY", has)

	dealID := p("dealId", deal.ID)
	call[string]("change take profit", "POST", "renew-tp-percentage", dealID, p("immediately", 1), p("newPercentOfTp", 5.5))
	poll("change take profit: observed", at(1.055))
	call[string]("change take profit, Go's true", "POST", "renew-tp-percentage", dealID, p("immediately", true), p("newPercentOfTp", 4.5))
	poll("change take profit, Go's true: observed", at(1.045))

	call[string]("complete deal", "POST", "complete-deal", dealID)
	poll("complete deal: in history", func() bool {
		for _, one := range mine("deals-history") {
			if one.ID == deal.ID {
				return true
			}
		}
		return false
	})
	for _, one := range call[[]Deal]("history", "GET", "deals-history", scope...) {
		dealHolds("history", one, "COMPLETED")
	}
	check("complete deal: not active any more", len(mine("active-deals")) == 0)

	call[string]("start second deal", "POST", "start-new-deal", bot)
	poll("second deal: observed", func() bool { return len(mine("active-deals")) == 1 })
	call[string]("cancel deal", "POST", "cancel-deal", p("dealId", mine("active-deals")[0].ID))
	poll("cancel deal: observed", func() bool { return len(mine("active-deals")) == 0 })

	logs := call[[]LogEntry]("logs", "GET", "logs", bot)
	for _, entry := range logs {
		if !logForm.MatchString(entry.Datetime) {
			check("logs: datetime", false, entry.Datetime)
		}
	}
	check("logs: several", len(logs) > 3, len(logs))
	short := call[[]LogEntry]("logs limit 3", "GET", "logs", bot, p("limit", 3))
	check("logs limit 3: three", len(short) == 3, len(short))

	refused("wrong secret", "GET", "all", auth{secret: "not-the-secret"}, 0, exchange)
	refused("wrong key", "GET", "all", auth{key: "not-the-key"}, 0, exchange)
	refused("stale nonce", "GET", "all", auth{nonce: "1700000000"}, 0, exchange)
	refused("nonce that is no number", "GET", "all", auth{nonce: "soon"}, 0, exchange)
	refused("missing exchange", "GET", "all", auth{}, 0)
	refused("missing dealId", "POST", "cancel-deal", auth{}, 0)
	refused("botId that is no number", "GET", "detail", auth{}, 0, p("botId", "x"))
	refused("out of range", "POST", "update", auth{}, 0, bot, p("percentTakeProfit", 99.991))
	refused("out of range below", "POST", "update", auth{}, 0, bot, p("martingaleScale", 1.049))
	refused("count out of range", "POST", "update", auth{}, 0, bot, p("countOrderMax", 51))
	refused("unknown path", "GET", "alll", auth{}, 404)
	refused("POST on details", "POST", "detail", auth{}, 405, bot)
	refused("PUT on update", "PUT", "update", auth{}, 405, bot)

	check("one connection served all", fresh == 1 && reused > 20, "fresh", fresh, "reused", reused)
}

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: client.go BASE_URL KEY SECRET")
		os.Exit(2)
	}
	base, key, secret = strings.TrimSuffix(os.Args[1], "/"), os.Args[2], os.Args[3]
	func() {
		defer func() {
			if why := recover(); why != nil {
				check("run to the end", false, why)
			}
		}()
		run()
	}()
	fmt.Printf("%d of %d checks passed\n", count-failed, count)
	if failed > 0 {
		os.Exit(1)
	}
}
