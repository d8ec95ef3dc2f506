// An outside program that drives whole deals, Go standard library only.
//
//	go run whole_deals.go BASE_URL KEY SECRET HOOK_ACCOUNT HOOK_TOKEN
//
// Written from the interface description alone: webhooks in both dialects, the
// request/response API for everything that is read. Prints every check; exit
// code 0 only when all of them hold.
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
	"math/big"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

type object = map[string]any

type deal struct {
	ID       int    `json:"id"`
	BotID    int    `json:"botId"`
	Status   string `json:"status"`
	Position struct {
		Side       string `json:"side"`
		Amount     string `json:"amount"`
		EntryPrice string `json:"entryPrice"`
	} `json:"position"`
	Orders map[string]struct {
		Price string `json:"price"`
	} `json:"tpOrder"`
	Result *struct {
		Profit string `json:"profit"`
		QtyTP  string `json:"qtyTP"`
	} `json:"result"`
}

var (
	base, key, secret, hookPath string
	scope                       url.Values
	count, failed               int
)

func check(name string, ok bool, note ...any) {
	count++
	if ok {
		fmt.Println("ok    " + name)
		return
	}
	failed++
	fmt.Printf("FAIL  %s: %v\n", name, note)
}

func send(method, target string, headers map[string]string, body []byte) (int, []byte) {
	request, err := http.NewRequest(method, base+target, bytes.NewReader(body))
	must(err)
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	client := http.Client{Timeout: 15 * time.Second}
	response, err := client.Do(request)
	must(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	must(err)
	return response.StatusCode, text
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// rest decodes data into out. Parameters are sorted by Encode, which is as good an order as any.
func rest(method, name string, parameters url.Values, out any) {
	path, nonce, query := "/bot-futures/"+name, strconv.FormatInt(time.Now().Unix(), 10), parameters.Encode()
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(base64.StdEncoding.EncodeToString([]byte(path + "/" + nonce + "/" + query))))
	target := path
	if query != "" {
		target += "?" + query
	}
	status, text := send(method, target, map[string]string{
		"CTG-API-KEY": key, "CTG-API-NONCE": nonce, "CTG-API-SIGNATURE": hex.EncodeToString(mac.Sum(nil)),
	}, nil)
	var envelope struct {
		IsSuccess bool            `json:"isSuccess"`
		Data      json.RawMessage `json:"data"`
	}
	must(json.Unmarshal(text, &envelope))
	if status != 200 || !envelope.IsSuccess {
		panic(fmt.Sprintf("%s: %d %s", name, status, text))
	}
	if out != nil {
		must(json.Unmarshal(envelope.Data, out))
	}
}

// hook tells whether it was accepted: 2xx, and a code of 0 where there is one.
func hook(body object, suffix string) bool {
	text, err := json.Marshal(body)
	must(err)
	status, answer := send("POST", hookPath+suffix, map[string]string{"Content-Type": "application/json"}, text)
	var refusal struct {
		Code json.Number `json:"code"`
	}
	must(json.Unmarshal(answer, &refusal))
	return status >= 200 && status < 300 && (refusal.Code == "" || refusal.Code == "0")
}

func poll(name string, read func() *deal) *deal {
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if found := read(); found != nil {
			check(name, true)
			return found
		}
		if time.Now().After(end) {
			panic(name + ": never seen")
		}
	}
}

func among(operation string, fits func(deal) bool) *deal {
	var deals []deal
	rest("GET", operation, scope, &deals)
	for _, one := range deals {
		if fits(one) {
			return &one
		}
	}
	return nil
}

func active(bot int) *deal { return among("active-deals", func(one deal) bool { return one.BotID == bot }) }
func ended(id int) *deal   { return among("deals-history", func(one deal) bool { return one.ID == id }) }

func wallet() *big.Rat {
	var account struct {
		Assets []struct {
			Asset         string `json:"asset"`
			WalletBalance string `json:"walletBalance"`
		} `json:"assets"`
	}
	rest("POST", "account-information", nil, &account)
	for _, one := range account.Assets {
		if one.Asset == "USDT" {
			return exact(one.WalletBalance)
		}
	}
	panic("no USDT in the account")
}

func exact(decimal string) *big.Rat {
	value, ok := new(big.Rat).SetString(decimal)
	if !ok {
		panic("no decimal: " + decimal)
	}
	return value
}

func number(decimal string) float64 {
	value, _ := exact(decimal).Float64()
	return value
}

func takeProfit(one *deal) float64 {
	for _, order := range one.Orders {
		return number(order.Price)
	}
	return 0
}

func near(value, wanted float64) bool { return math.Abs(value/wanted-1) < 0.0005 }

func wholeDeal(bot int, dialect string) {
	tell := func(action string, body object, suffix string) bool {
		body["botId"], body["strategy"], body["pairs"] = bot, "short", []string{"ETHUSDT"}
		if dialect == "flat" {
			return hook(body, suffix)
		}
		return hook(object{"action": action, "params": body}, "")
	}
	before := wallet()
	check(dialect+": open", tell("open", object{
		"open":  object{"orderVolume": "96", "leverage": 4, "marginType": "cross", "orderType": "Limit"},
		"dca":   object{"enabled": false},
		"close": object{"enabled": true, "event": "percentage", "value": "1"},
	}, ""))
	first := poll(dialect+": a deal is seen", func() *deal { return active(bot) })
	entry := number(first.Position.EntryPrice)
	check(dialect+": short, of 96", first.Position.Side == "SHORT" && near(number(first.Position.Amount)*entry, 96), first.Position)
	check(dialect+": take profit 1 % below", near(takeProfit(first), entry*0.99), first.Orders)
	check(dialect+": update", tell("update", object{"close": object{"enabled": true, "event": "percentage", "value": "2.5"}}, ""))
	poll(dialect+": it is moved", func() *deal {
		if found := active(bot); found != nil && near(takeProfit(found), entry*0.975) {
			return found
		}
		return nil
	})
	check(dialect+": average", tell("average", object{"amount": "48"}, "/topup-deal"))
	more := poll(dialect+": it is averaged", func() *deal {
		if found := active(bot); found != nil && number(found.Position.Amount) > number(first.Position.Amount) {
			return found
		}
		return nil
	})
	check(dialect+": close", tell("close", object{"closePosition": true}, "/close-deal"))
	done := poll(dialect+": it is in history", func() *deal { return ended(first.ID) })
	if done.Result == nil {
		panic(dialect + ": a deal in history without a result")
	}
	check(dialect+": completed, whole", done.Status == "COMPLETED" && exact(done.Result.QtyTP).Cmp(exact(more.Position.Amount)) == 0, done)
	change := new(big.Rat).Sub(wallet(), before)
	check(dialect+": the wallet changed by the profit", change.Cmp(exact(done.Result.Profit)) == 0, change, done.Result.Profit)
}

func run() {
	defer func() {
		if fault := recover(); fault != nil {
			check("run to the end", false, fault)
		}
	}()
	var accesses []struct {
		ID       int    `json:"accessId"`
		Exchange string `json:"exchange"`
	}
	rest("GET", "access-list", nil, &accesses)
	access := strconv.Itoa(accesses[0].ID)
	scope = url.Values{"accessId": {access}, "exchange": {accesses[0].Exchange}}
	var created struct {
		BotID int `json:"botId"`
	}
	rest("POST", "create", url.Values{
		"accessId": {access}, "exchange": {accesses[0].Exchange}, "title": {"made in Go"}, "pairTitle": {"USDT-ETH"},
		"strategy": {"SHORT"}, "leverage": {"5"}, "marginMode": {"CROSS"}, "typeTakeProfit": {"LIMIT"}, "typeFirstOrder": {"MARKET"},
		"percentTakeProfit": {"2"}, "percentSafetyOrder": {"1"}, "volumeFirstOrder": {"64"},
	}, &created)
	wholeDeal(created.BotID, "flat")
	wholeDeal(created.BotID, "envelope")
	check("refused: an unknown bot", !hook(object{"botId": 99999999, "open": object{"orderVolume": "64"}}, ""))
	check("refused: long on a short bot", !hook(object{"botId": created.BotID, "strategy": "long", "open": object{"orderVolume": "64"}}, ""))
}

func main() {
	if len(os.Args) != 6 {
		fmt.Fprintln(os.Stderr, "usage: whole_deals BASE_URL KEY SECRET HOOK_ACCOUNT HOOK_TOKEN")
		os.Exit(2)
	}
	base, key, secret = os.Args[1], os.Args[2], os.Args[3]
	hookPath = "/crazy/hook/" + os.Args[4] + ":" + os.Args[5]
	run()
	fmt.Printf("%d of %d checks passed\n", count-failed, count)
	if failed > 0 {
		os.Exit(1)
	}
}
