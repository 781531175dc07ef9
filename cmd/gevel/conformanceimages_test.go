package main

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/offline/demo"
)

// imageURLs are the URLs in data.images.
func (r reply) imageURLs() (urls []string) {
	list, _ := r.at("data.images").([]any)
	for _, u := range list {
		text, _ := u.(string)
		urls = append(urls, text)
	}
	return urls
}

func conformHouseImages(t *testing.T, l *liveDemo) {
	with, without := 0, 0
	for _, h := range l.homes[:len(l.homes)/4] {
		got := l.get(t, "house-images?"+h.query())
		got.wantSuccess(t)
		got.wantFields(t, "params", "postalCode", "houseNumber", "houseLetter", "houseNumberExt")
		got.wantFields(t, "data", "address", "imagesDate", "images")
		got.wantFields(t, "data.address", "postalCode", "houseNumber", "houseLetter", "houseNumberExt")
		got.want(t, "data.address.postalCode", h.postalCode)
		for field, want := range map[string]string{"houseLetter": h.letter, "houseNumberExt": h.ext} {
			if want == "" {
				got.want(t, "data.address."+field, nil)
				got.want(t, "params."+field, nil)
			} else {
				got.want(t, "data.address."+field, want)
				got.want(t, "params."+field, want)
			}
		}
		if _, isList := got.at("data.images").([]any); !isList {
			t.Errorf("%s: images is %v", got.asked, got.at("data.images"))
		}
		urls := got.imageURLs()
		if len(urls) == 0 {
			without++
			got.want(t, "data.imagesDate", townDay.String())
			continue
		}
		with++
		if date := got.at("data.imagesDate"); !isDate(date) || date.(string) > townDay.String() {
			t.Errorf("%s: imagesDate is %v", got.asked, date)
		}
		for _, u := range urls {
			if !strings.HasPrefix(u, l.at+"/") {
				t.Errorf("%s: %s is not under %s", got.asked, u, l.at)
			}
		}
	}
	if with == 0 || without == 0 {
		t.Errorf("%d homes have photos and %d have none", with, without)
	}
	shop := l.get(t, "house-images?"+l.of(t, demo.CaseShop))
	shop.wantSuccess(t)
	shop.want(t, "data.images", []any{})
}

func conformFrontViews(t *testing.T, l *liveDemo) {
	a, _ := l.town.Case(demo.CaseOrdinary)
	shop, _ := l.town.Case(demo.CaseShop)
	has, lacks, nowhere := string(a.NumberID), string(shop.NumberID), "9999200000000000"
	view := func(query string) reply { return l.get(t, "get_front_view?"+query) }
	for _, query := range []string{
		"bagNumIds=" + has + "&bagNumIds=" + lacks, "bagNumIds=" + has + "," + lacks, "bagNumIds=" + has + "%2C" + lacks,
		"bagNumIds[]=" + has + "&bagNumIds[]=" + lacks, "bagNumIds%5B%5D=" + has + "&bagNumIds%5B%5D=" + lacks,
		"bagNumIds=" + has + "," + has + "&bagNumIds=" + lacks + "&bagNumIds[]=" + has,
	} {
		got := view(query)
		got.wantSuccess(t)
		got.wantFields(t, "params", "bagNumIds")
		got.want(t, "params.bagNumIds.0", has)
		got.want(t, "meta", map[string]any{"missing": lacks})
		got.wantFields(t, "data", "items")
		got.wantFields(t, "data.items.0", "imageUrl", "numberId", "source", "timestamp")
		got.want(t, "data.items.0.numberId", has)
		got.want(t, "data.items.1", absent)
		if taken := got.number("data.items.0.timestamp"); taken <= 0 || taken > float64(l.now.Load()) || !isWhole(taken) {
			t.Errorf("%s: timestamp %v", got.asked, taken)
		}
		if !isText(got.at("data.items.0.source")) {
			t.Errorf("%s: source %v", got.asked, got.at("data.items.0.source"))
		}
	}
	// A request by the home's own id is answered under its number id.
	ofHome := view("bagNumIds=" + string(a.ObjectID))
	ofHome.wantSuccess(t)
	ofHome.want(t, "data.items.0.numberId", has)
	ofHome.want(t, "params.bagNumIds", []any{string(a.ObjectID)})
	none := view("bagNumIds=" + lacks + "," + nowhere + "," + lacks)
	none.wantSuccess(t)
	none.want(t, "data.items", []any{})
	none.want(t, "meta.missing", lacks+","+nowhere)
	var hundred []string
	for i := range 100 {
		hundred = append(hundred, fmt.Sprintf("99992000000%05d", i))
	}
	view("bagNumIds=" + strings.Join(hundred, ",")).wantSuccess(t)
	view("bagNumIds=" + strings.Join(hundred, "&bagNumIds=")).wantSuccess(t)
	view("bagNumIds="+strings.Join(append(hundred, nowhere), ",")).wantFailure(t, 400, "bagNumIds")
	for _, bad := range []string{
		"", "1", has[1:], has + "0", "x" + has[1:], has + ",", "," + has, has + ",,", has + "%200", has + ";" + has + "0",
	} {
		got := view("bagNumIds=" + bad)
		if strings.Contains(bad, ";") {
			got.wantFailure(t, 400, "query")
			continue
		}
		got.wantFailure(t, 400, "bagNumIds")
	}
	view("bagNumId="+has).wantFailure(t, 400, "bagNumIds", "bagNumId")
	l.conformOrder(t)
}

// conformOrder checks that front views come in the requested order, also reversed.
func (l *liveDemo) conformOrder(t *testing.T) {
	t.Helper()
	var ids []string
	for _, h := range l.homes {
		if len(ids) < 100 {
			ids = append([]string{h.numberID}, ids...)
		}
	}
	got := l.get(t, "get_front_view?bagNumIds="+strings.Join(ids, ","))
	got.wantSuccess(t)
	missing := strings.Split(fmt.Sprint(got.at("meta.missing")), ",")
	item := 0
	for _, id := range ids {
		if len(missing) > 0 && id == missing[0] {
			missing = missing[1:]
			continue
		}
		got.want(t, fmt.Sprintf("data.items.%d.numberId", item), id)
		item++
	}
	got.want(t, fmt.Sprintf("data.items.%d", item), absent)
}

func conformImageURLs(t *testing.T, l *liveDemo) {
	var urls []string
	for i := 0; len(urls) < 2; i++ {
		urls = l.get(t, "house-images?"+l.homes[i].query()).imageURLs()
	}
	u := urls[0]
	whole := l.ask(t, http.MethodGet, u)
	if whole.status != 200 || whole.header.Get("Content-Type") != "image/jpeg" ||
		whole.header.Get("Cache-Control") == "" || whole.header.Get("ETag") == "" {
		t.Fatalf("%s: status %d, header %v", u, whole.status, whole.header)
	}
	if _, err := jpeg.Decode(bytes.NewReader(whole.raw)); err != nil {
		t.Errorf("%s: %v", u, err)
	}
	if bytes.Contains(whole.raw, []byte("Exif")) {
		t.Errorf("%s holds EXIF", u)
	}
	if head := l.ask(t, http.MethodHead, u); head.status != 200 || len(head.raw) > 0 ||
		head.header.Get("Content-Length") != fmt.Sprint(len(whole.raw)) {
		t.Errorf("%s: status %d, length %s", head.asked, head.status, head.header.Get("Content-Length"))
	}
	if part := l.ask(t, http.MethodGet, u, "Range", "bytes=10-19"); part.status != 206 ||
		!bytes.Equal(part.raw, whole.raw[10:20]) {
		t.Errorf("%s: range: status %d, %d bytes", u, part.status, len(part.raw))
	}
	if past := l.ask(t, http.MethodGet, u, "Range", "bytes=99999999-"); past.status != 416 {
		t.Errorf("%s: a range past the end: status %d", u, past.status)
	}
	if known := l.ask(t, http.MethodGet, u, "If-None-Match", whole.header.Get("ETag")); known.status != 304 ||
		len(known.raw) > 0 {
		t.Errorf("%s: with its ETag: status %d", u, known.status)
	}
	l.ask(t, http.MethodPost, u).wantFailure(t, 405, "method_not_allowed")
	l.conformForgery(t, u, urls[1])
	l.conformLifetime(t, u)
}

// conformForgery changes each byte of a URL, and more.
func (l *liveDemo) conformForgery(t *testing.T, u, other string) {
	t.Helper()
	first := len(l.at) + len("/images/")
	for i := first; i < len(u); i++ {
		for _, c := range []byte{u[i] ^ 1, 'A', '0'} {
			if c == u[i] || c <= ' ' || strings.ContainsRune(`#?%/"<>\^{}|`+"`\x7f", rune(c)) || u[i] == '?' {
				continue
			}
			forged := u[:i] + string(c) + u[i+1:]
			if got := l.ask(t, http.MethodGet, forged); got.status != 403 {
				t.Errorf("byte %d of %s changed to %q: status %d", i, u, c, got.status)
			} else {
				got.wantForbidden(t)
			}
		}
	}
	path, query, _ := strings.Cut(u, "?")
	otherPath, _, _ := strings.Cut(other, "?")
	for _, forged := range []string{
		path, path + "?", otherPath + "?" + query, path + "?&" + query,
		u + "&x=1", u + "&" + query, u + "=", u[:len(u)-1], u + "A",
		strings.Replace(u, "=", "=0", 1), strings.Replace(u, "=", "=%2B", 1),
	} {
		l.ask(t, http.MethodGet, forged).wantForbidden(t)
	}
}

// conformLifetime moves the clock to the end of a URL's life, and back.
func (l *liveDemo) conformLifetime(t *testing.T, u string) {
	t.Helper()
	given := l.now.Load()
	defer l.now.Store(given)
	const day = int64(24 * time.Hour / time.Second)
	for after, want := range map[int64]int{0: 200, day - 1: 200, day + 1: 403, 10 * day: 403} {
		l.now.Store(given + after)
		if got := l.ask(t, http.MethodGet, u); got.status != want {
			t.Errorf("after %d seconds the status is %d, want %d", after, got.status, want)
		} else if want == 403 {
			got.wantForbidden(t)
		}
	}
}
