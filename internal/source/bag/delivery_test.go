package bag

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/gevel/gevel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// aVillage is a home with all objects that it refers to.
func aVillage(t testing.TB, method uint16) []member {
	return village(t, method, num(1, "1", "3511AB", 1), vbo(1, "90", 1), pnd(1, "1931", 10, 8))
}

const levering = `<x:BAG-Extract-Levering><s:LVC-Extract>` +
	`<s:StandTechnischeDatum>2023-08-08</s:StandTechnischeDatum></s:LVC-Extract></x:BAG-Extract-Levering>`

// ownTempDir gives the test its own directory for temporary files, and returns a check that it is empty.
func ownTempDir(t *testing.T) (requireEmpty func()) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	return func() {
		t.Helper()
		left, err := os.ReadDir(dir)
		if err != nil || len(left) > 0 {
			t.Errorf("temporary files are left behind: %v, %v", left, err)
		}
	}
}

func TestDeliveryIsReadHoweverItIsPacked(t *testing.T) {
	stored, deflated := aVillage(t, zip.Store), aVillage(t, zip.Deflate)
	noise := []member{
		{name: ".DS_Store", content: []byte("x")},
		{name: "__MACOSX/._9999VBO08092023.zip", content: []byte("x")},
		{name: "__MACOSX/9999VBO08092023.zip", content: []byte("x")},
		{name: "readme.txt", content: []byte("x")},
		{name: "9999InOnderzoek08092023.zip", content: []byte("no zip")},
		{name: "0344IOVBO08092023.zip", content: []byte("no zip")},
		{name: "0344NBOPR08092023.zip", content: []byte("no zip")},
		{name: "0344IAOPR08092023.zip", content: []byte("no zip")},
	}
	var municipal []member
	for _, m := range stored {
		m.name = strings.Replace(m.name, "9999", "0344", 1)
		municipal = append(municipal, m)
	}
	dotted := slices.Clone(stored)
	for i := range dotted {
		dotted[i].name = "./" + dotted[i].name
	}
	for name, content := range map[string][]byte{
		"stored":            packed(t, stored...),
		"deflated":          packed(t, deflated...),
		"with noise":        packed(t, append(noise, stored...)...),
		"of a municipality": packed(t, municipal...),
		"with a dot before": packed(t, dotted...),
		"packed again":      packed(t, member{"lvbag-extract-nl.zip", packed(t, stored...), zip.Deflate}),
		"packed in place":   packed(t, member{"lvbag-extract-nl.zip", packed(t, deflated...), zip.Store}),
	} {
		t.Run(name, func(t *testing.T) {
			requireEmpty := ownTempDir(t)
			r := mustRead(t, written(t, "delivery.zip", content))
			if len(r.Dwellings) != 1 || len(r.Addresses) != 1 || r.AsOf.String() != villageDay {
				t.Errorf("%d dwellings, %d addresses as of %s", len(r.Dwellings), len(r.Addresses), r.AsOf)
			}
			requireEmpty()
		})
	}
}

func TestInnerZipAndBareXMLAreRead(t *testing.T) {
	content := extract(pnd(1, "1931", 0, 8), pnd(2, "1931", 8, 8))
	for name, file := range map[string][]byte{
		"0344PND08092023.zip":        packed(t, xmlMember("0344PND08092023-000001.xml", content)),
		"0344PND08092023-000001.xml": []byte(content),
		"anything.xml":               []byte("\xef\xbb\xbf\n" + content),
	} {
		r := mustRead(t, written(t, name, file))
		if got := r.Objects[Pand].Used; got != 2 {
			t.Errorf("%s: %d buildings, want 2", name, got)
		}
	}
}

func TestDateComesFromTheLeveringsdocument(t *testing.T) {
	document := member{name: leveringsdocument, content: []byte(levering)}
	r := mustRead(t, written(t, "d.zip", packed(t, append(aVillage(t, zip.Store), document)...)))
	if got := r.AsOf.String(); got != "2023-08-08" {
		t.Errorf("as of %s, want 2023-08-08", got)
	}
	noDate := strings.ReplaceAll(extract(pnd(1, "1931", 0, 8)), "StandTechnischeDatum", "StandVanZaken")
	inner := packed(t, xmlMember("9999PND08092023-000001.xml", noDate))
	r = mustRead(t, written(t, "d.zip", packed(t, member{name: "9999PND08092023.zip", content: inner})))
	if got := r.AsOf.String(); got != "2023-09-08" {
		t.Errorf("as of %s, want the date of the member's name", got)
	}
	if _, err := Read(context.Background(), written(t, "undated.xml", []byte(noDate)), Options{}); err == nil {
		t.Error("a delivery without any date is accepted")
	}
}

func TestMunicipalityOfTheExtractStandsInForTheRelation(t *testing.T) {
	document := member{name: leveringsdocument, content: []byte(strings.Replace(levering, "</s:LVC-Extract>",
		"</s:LVC-Extract><s:GemeenteIdentificatie>0344</s:GemeenteIdentificatie>", 1))}
	members := append(aVillage(t, zip.Store), document)
	for i, m := range members {
		if strings.HasPrefix(m.name, "GEM-WPL") {
			members = append(members[:i], members[i+1:]...)
			break
		}
	}
	r := mustRead(t, written(t, "BAGGEM0344L-08092023.zip", packed(t, members...)))
	if got := r.Addresses[0].Municipality; got != "Utrecht" {
		t.Errorf("municipality = %q, want Utrecht", got)
	}
}

func TestOnlyFinalRelationsOfTheDayCount(t *testing.T) {
	ended := strings.Replace(relation("3295", "0003", "definitief"), "</p:tijdvakgeldigheid>",
		"<b:einddatumTijdvakGeldigheid>2020-01-01</b:einddatumTijdvakGeldigheid></p:tijdvakgeldigheid>", 1)
	later := strings.Replace(relation("3295", "0518", "definitief"), "2010-01-01", "2019-05-05", 1)
	list := relations(ended, later, relation("3295", "0344", "definitief"), relation("3295", "0003", "voorlopig"))
	members := append(aVillage(t, zip.Store)[:5], member{
		name:    relationName + ".zip",
		content: packed(t, xmlMember(relationName+"-000001.xml", list)),
	})
	r := mustRead(t, written(t, "d.zip", packed(t, members...)))
	if got := r.Addresses[0].Municipality; got != "'s-Gravenhage" {
		t.Errorf("municipality = %q, want the latest relation's", got)
	}
	want := gevel.RowCount{Read: 4, Used: 1, Past: 3}
	if got := r.Objects[GemeenteWoonplaats]; got != want {
		t.Errorf("relations: %+v, want %+v", got, want)
	}
}

func TestDamageIsAnErrorThatNamesTheMember(t *testing.T) {
	good := aVillage(t, zip.Deflate)
	replaced := func(name string, change func([]byte) []byte) []byte {
		members := append([]member(nil), good...)
		for i := range members {
			if members[i].name == name {
				members[i].content = change(bytes.Clone(members[i].content))
			}
		}
		return packed(t, members...)
	}
	flip := func(b []byte) []byte { b[len(b)/3] ^= 0x55; return b }
	whole := packed(t, good...)
	bomb := packed(t, member{"9999VBO08092023-000001.xml", bytes.Repeat([]byte(" "), 8<<20), zip.Deflate})
	secret := packed(t, xmlMember("9999VBO08092023-000001.xml", extract()))
	binary.LittleEndian.PutUint16(secret[bytes.Index(secret, []byte("PK\x01\x02"))+8:], 1)
	deep := packed(t, good...)
	for range maxNesting {
		deep = packed(t, member{name: "again.zip", content: deep})
	}
	for name, c := range map[string]struct {
		content []byte
		want    string // in the message
	}{
		"truncated":         {whole[:len(whole)/2], "d.zip: the zip is cut short"},
		"truncated by one":  {whole[:len(whole)-1], "d.zip: the zip is cut short"},
		"of a few bytes":    {whole[:5], "d.zip: the zip is cut short"},
		"damaged directory": {spoiledEnd(whole), "d.zip: the directory at the end of the zip is damaged"},
		"empty":             {nil, "d.zip"},
		"no delivery":       {[]byte("postcode;huisnummer"), "neither a zip nor XML"},
		"labels":            {[]byte("Registratiedatum;Energieklasse\n"), "sources.energy_labels of the build file, and not to sources.bag"},
		"foreign zip":       {packed(t, member{name: "photo.jpg", content: []byte("x")}), "no file of a BAG extract"},
		"foreign XML":       {[]byte("<html></html>"), "a web page"},
		"damaged inner zip": {replaced("9999VBO08092023.zip", flip), "9999VBO08092023"},
		"truncated inner zip": {
			replaced("9999NUM08092023.zip", func(b []byte) []byte { return b[:len(b)-30] }),
			"d.zip/9999NUM08092023.zip: the zip is cut short",
		},
		"inner zip is empty": {
			replaced("9999PND08092023.zip", func([]byte) []byte { return packed(t) }),
			"9999PND08092023.zip",
		},
		"inner zip is none": {
			replaced("9999PND08092023.zip", func([]byte) []byte { return []byte("PND") }),
			"9999PND08092023.zip: it is no zip",
		},
		"truncated XML": {replaced("9999PND08092023.zip", func([]byte) []byte {
			return packed(t, xmlMember("9999PND08092023-000001.xml", extract(pnd(1, "1931", 0, 8))[:900]))
		}), "9999PND08092023-000001.xml: the file is cut short: unexpected EOF"},
		"bomb": {
			packed(t, member{name: "9999VBO08092023.zip", content: bomb}),
			"9999VBO08092023-000001.xml: inflates",
		},
		"encrypted": {packed(t, member{name: "9999VBO08092023.zip", content: secret}), "encrypted"},
		"too deep":  {deep, "zips deep"},
	} {
		t.Run(name, func(t *testing.T) {
			requireEmpty := ownTempDir(t)
			r, err := Read(context.Background(), written(t, "d.zip", c.content), Options{})
			if err == nil {
				t.Fatalf("accepted: %+v", r.Objects)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q does not name %q", err, c.want)
			}
			requireEmpty()
		})
	}
	_, err := Read(t.Context(), filepath.Join(t.TempDir(), "absent.zip"), Options{})
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent file: %v", err)
	}
}

func TestADeliveryThatIsCutAnywhereIsCutShort(t *testing.T) {
	whole := packed(t, aVillage(t, zip.Store)...) // with inner zips stored
	for length := 2; length < len(whole); length++ {
		_, err := openArchive("d.zip", bytes.NewReader(whole[:length]), int64(length), func() {})
		if err == nil || !strings.Contains(err.Error(), "cut short") {
			t.Fatalf("cut to %d of %d bytes it gives %v", length, len(whole), err)
		}
	}
}

// spoiledEnd returns a zip whose end occurrence claims more members than its directory has.
func spoiledEnd(content []byte) []byte {
	content = bytes.Clone(content)
	end := bytes.LastIndex(content, []byte("PK\x05\x06"))
	binary.LittleEndian.PutUint16(content[end+10:], 9999)
	return content
}

func TestControlCharactersOfADeliveryAreNotPrinted(t *testing.T) {
	const escape = "\x1b[2J"
	home := vbo(1, "90", 1)
	home.id = escape + home.id
	r := mustRead(t, written(t, "d.zip", packed(t, village(t, zip.Store, num(1, "1", "3511AB", 1), home)...)))
	for _, reject := range r.Rejects.List() {
		if text := strings.Join(reject.Samples, " "); strings.ContainsRune(text, 0x1b) {
			t.Errorf("%s: %q", reject.Reason, text)
		}
	}
	if r.Rejects.Count(ReasonMalformedID) != 1 {
		t.Errorf("rejects %v", r.Rejects.List())
	}
	_, err := Read(t.Context(), written(t, "d.zip", packed(t, member{name: escape + ".zip"})), Options{})
	if err == nil || strings.Contains(err.Error(), escape) || !strings.Contains(err.Error(), `\x1b[2J.zip`) {
		t.Errorf("a member with such a name gives %q", err)
	}
}

func TestOverlappingMembersAreRefused(t *testing.T) {
	content := packed(t,
		member{name: "9999PND08092023-000001.xml", content: []byte(extract(pnd(1, "1931", 0, 8)))},
		member{name: "9999PND08092023-000002.xml", content: []byte(extract(pnd(2, "1931", 9, 8)))})
	// The second entry of the directory claims the range of the whole file.
	second := bytes.LastIndex(content, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(content[second+20:], uint32(len(content)))
	if _, err := Read(context.Background(), written(t, "d.zip", content), Options{}); err == nil ||
		!strings.Contains(err.Error(), "overlap") {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestCancelStopsTheReadingAndCleansUp(t *testing.T) {
	requireEmpty := ownTempDir(t)
	path := written(t, "d.zip", packed(t, aVillage(t, zip.Deflate)...))
	for steps := range 6 {
		ctx, cancel := context.WithCancel(context.Background())
		if steps == 0 {
			cancel()
		}
		seen := 0
		_, err := Read(ctx, path, Options{Workers: 2, Progress: func(int64, int64) {
			if seen++; seen == steps {
				cancel()
			}
		}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled at step %d: %v", steps, err)
		}
		requireEmpty()
	}
}

func TestProgressEndsWithTheJoining(t *testing.T) {
	content := packed(t, append(aVillage(t, zip.Deflate),
		member{name: "9999InOnderzoek08092023.zip", content: make([]byte, 5000)})...)
	last, total := int64(0), int64(0)
	_, err := Read(context.Background(), written(t, "d.zip", content), Options{Workers: 3, Progress: func(d, of int64) {
		if d < last || d > of {
			t.Errorf("progress goes from %d to %d of %d", last, d, of)
		}
		last, total = d, of
	}})
	want := int64(len(content)) + int64(len(content))/4 // joining is a fifth of the bar
	if err != nil || last != total || total != want {
		t.Errorf("progress ended at %d of %d, want %d; %v", last, total, want, err)
	}
}

func TestResultDoesNotDependOnTheNumberOfWorkers(t *testing.T) {
	requireSameOfAnyWorkers(t, filepath.Join("testdata", "BAGNLDL-15092020-trimmed.zip"))
	requireSameOfAnyWorkers(t, sharedData(t, "bag/hague-slice-08092023.zip"))
}

func requireSameOfAnyWorkers(t *testing.T, path string) {
	t.Helper()
	one, err := Read(context.Background(), path, Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	many, err := Read(context.Background(), path, Options{Workers: 8})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(one, many, cmp.Comparer(sameRejects)); diff != "" {
		t.Errorf("one worker and eight differ:\n%s", diff)
	}
}

// FuzzRead reads any file: the reader never panics, and its counts add up.
func FuzzRead(f *testing.F) {
	f.Add(packed(f, village(f, zip.Store, num(1, "1", "3511AB", 1), vbo(1, "90", 1), pnd(1, "1931", 10, 8))...))
	f.Add(packed(f, xmlMember("0344PND08092023-000001.xml", extract(pnd(1, "1931", 10, 8)))))
	f.Add([]byte(extract(pnd(1, "1931", 10, 8))))
	path := filepath.Join(f.TempDir(), "fuzz")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Read(context.Background(), path, Options{Workers: 1})
		if err == nil {
			requireNothingLost(t, r)
		}
	})
}
