package nights

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// The BAG is delivered anew, with homes that were measured again since, and one that is no more, and as the town has grown;
// energy labels, with one more: what days before them know stays.

// nightsToBAG are the nights between its deliveries, from the middle of those between 3DBAG's on; labels come each week,
// parcels and figures of prices from time to time.
const nightsToBAG, nightsToLabels, nightsToParcels, nightsToPrices = 20, 7, 12, 6

// register is the BAG as delivered: the file, the newest delivery and the one before.
type register struct {
	path          string
	name          string // of the newest, among what lies there
	newest, older []byte
}

var (
	standDay = regexp.MustCompile(`(StandTechnischeDatum>)[0-9-]+`)
	object   = regexp.MustCompile(`(?s)<sl-bag-extract:bagObject>.*?</sl-bag-extract:bagObject>`)
	version  = regexp.MustCompile(`<Historie:voorkomenidentificatie>(\d+)</Historie:voorkomenidentificatie>`)
	began    = regexp.MustCompile(`<Historie:(beginGeldigheid|tijdstipRegistratie|tijdstipRegistratieLV)>[^<]*`)
	surface  = regexp.MustCompile(`<Objecten:oppervlakte>(\d+)<`)
	objectID = regexp.MustCompile(`<Objecten:identificatie domein="NL.IMBAG.Verblijfsobject">(\d+)<`)
	pointID  = regexp.MustCompile(`gml:id="([^"]*)"`)
)

// newRegister reads the delivery with which a life begins.
func newRegister(sources string) (r register, err error) {
	paths, err := filepath.Glob(filepath.Join(sources, "bag", "*.zip"))
	if err == nil && len(paths) != 1 {
		err = fmt.Errorf("%d deliveries of the BAG", len(paths))
	}
	if err != nil {
		return r, err
	}
	r.path = paths[0]
	r.newest, err = os.ReadFile(r.path)
	r.older = r.newest
	return r, err
}

// read reads the newest delivery.
func (r *register) read() (delivered, error) {
	has := delivered{}
	_, err := rewrite(r.newest, func(name, text string) string {
		if code := memberCode.FindStringSubmatch(name); code != nil {
			has[code[1]] += text
		}
		return text
	})
	return has, err
}

// unsold returns the ids of all units but of homes that were sold.
func (t *town) unsold() (ids []string, err error) {
	has, err := t.bag.read()
	for _, m := range objectID.FindAllStringSubmatch(has["VBO"], -1) {
		isSold := func(h home) bool { return h.id == m[1] }
		if !slices.ContainsFunc(t.homes, isSold) && !slices.Contains(ids, m[1]) {
			ids = append(ids, m[1])
		}
	}
	return ids, err
}

// renewBAG delivers the BAG as it is on a day, with some homes measured again.
func (t *town) renewBAG(rng *rand.Rand, day gevel.Date) error {
	has, err := t.bag.read()
	if err != nil {
		return err
	}
	grown, measured := t.grow(rng, day, has), 0
	next, err := rewrite(t.bag.newest, func(name, text string) string {
		text = standDay.ReplaceAllString(text, "${1}"+day.String())
		code := memberCode.FindStringSubmatch(name)
		if code == nil {
			return text
		}
		text = object.ReplaceAllStringFunc(text, func(is string) string {
			if now := grown.now[is]; now != "" {
				return now
			}
			if code[1] != "VBO" || rng.IntN(50) > 0 || strings.Contains(is, "eindGeldigheid") {
				return is
			}
			measured++
			versions := measuredAgain(is, day, measured)
			if measured == 1 {
				versions = t.demolish(versions)
			}
			return versions
		})
		return strings.Replace(text, "</sl:standBestand>", grown.added[code[1]]+"</sl:standBestand>", 1)
	})
	if err != nil {
		return err
	}
	if measured == 0 {
		return errors.New("no home of the BAG was measured again")
	}
	t.bag.older, t.bag.newest = t.bag.newest, next
	t.bag.name = "BAG of " + day.String()
	t.registers[t.bag.name] = day
	return put(t.bag.path, next)
}

// demolish has the last of a home's versions say that it is no more.
func (t *town) demolish(versions string) string {
	const inUse, withdrawn = "Verblijfsobject in gebruik", "Verblijfsobject ingetrokken"
	last := strings.LastIndex(versions, inUse)
	if last < 0 {
		return versions
	}
	t.gone[objectID.FindStringSubmatch(versions)[1]] = true
	return versions[:last] + withdrawn + versions[last+len(inUse):]
}

// renewLabels delivers energy labels again, with some registered on a day: one beside the label that the home has, the others
// in its place, as EP-Online has it.
func (t *town) renewLabels(rng *rand.Rand, day gevel.Date) error {
	const head = 3 // lines
	path := filepath.Join(t.dir, "energy_labels.zip")
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	next, err := rewrite(content, func(_, text string) string {
		lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
		lines[len(lines)-1] += "\n"
		for i := range 4 {
			of := head + rng.IntN(len(lines)-head)
			fields := strings.Split(strings.TrimSuffix(lines[of], "\n"), ";")
			if i > 0 {
				lines = slices.Delete(lines, of, of+1)
			}
			registered := day.Time().Format("20060102")
			fields[0], fields[1], fields[2] = registered, registered, (day + 10*365).Time().Format("20060102")
			fields[17] = []string{"A", "B", "C", "D"}[rng.IntN(4)]
			lines = append(lines, strings.Join(fields, ";")+"\n")
		}
		lines[0] = "PublicatieDatum;" + (day + 1).Time().Format("02-01-2006") + "\n"
		return strings.Join(lines, "")
	})
	if err != nil {
		return err
	}
	t.registers["labels of "+day.String()] = day
	return put(path, next)
}

// renewSettings has the build file ask for storeys: homes are others then, on all days.
func (t *town) renewSettings(night gevel.Date) error {
	path := filepath.Join(t.dir, "..", "gevel.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	t.registers["settings of "+night.String()] = gevel.Always
	return put(path, bytes.Replace(text, []byte("3dbag.csv}"), []byte("3dbag.csv, storeys: true}"), 1))
}

// measuredAgain has a home be of another surface from a day on.
func measuredAgain(home string, day gevel.Date, nth int) string {
	return followed(home, day, func(text string) string {
		return surface.ReplaceAllStringFunc(text, func(text string) string {
			n := 0
			_, _ = fmt.Sscan(surface.FindStringSubmatch(text)[1], &n)
			return fmt.Sprintf("<Objecten:oppervlakte>%d<", n+1+nth%7)
		})
	})
}

// followed ends the occurrence of an object, and adds another of a day that differs from it.
func followed(is string, day gevel.Date, differs func(string) string) string {
	ended := strings.Replace(is, "</Historie:beginGeldigheid>", "</Historie:beginGeldigheid><Historie:eindGeldigheid>"+day.String()+
		"</Historie:eindGeldigheid>", 1)
	ended = strings.Replace(ended, "</Historie:tijdstipRegistratie>", "</Historie:tijdstipRegistratie><Historie:eindRegistratie>"+
		day.String()+atThree+"</Historie:eindRegistratie>", 1)
	now := version.ReplaceAllStringFunc(is, func(text string) string {
		n := 0
		_, _ = fmt.Sscan(version.FindStringSubmatch(text)[1], &n)
		return fmt.Sprintf("<Historie:voorkomenidentificatie>%d</Historie:voorkomenidentificatie>", n+1)
	})
	return ended + pointID.ReplaceAllString(differs(dated(now, day)), `gml:id="${1}_`+day.String()+`"`)
}

const atThree = "T03:00:00.000"

// dated has an occurrence begin on a day.
func dated(is string, day gevel.Date) string {
	return began.ReplaceAllStringFunc(is, func(text string) string {
		name, _, _ := strings.Cut(text, ">")
		if strings.HasSuffix(name, "beginGeldigheid") {
			return name + ">" + day.String()
		}
		return name + ">" + day.String() + atThree
	})
}

// rewrite rewrites the text files of a zip and of its inner zips.
func rewrite(content []byte, text func(name, text string) string) ([]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	written := zip.NewWriter(&out)
	for _, member := range archive.File {
		r, err := member.Open()
		if err != nil {
			return nil, err
		}
		is, err := io.ReadAll(r)
		if err == nil && strings.HasSuffix(member.Name, ".zip") {
			is, err = rewrite(is, text)
		} else if err == nil {
			is = []byte(text(member.Name, string(is)))
		}
		if err != nil {
			return nil, err
		}
		w, err := written.CreateHeader(&zip.FileHeader{Name: member.Name, Method: member.Method})
		if err == nil {
			_, err = w.Write(is)
		}
		if err != nil {
			return nil, err
		}
	}
	err = written.Close()
	return out.Bytes(), err
}

// olderBAG delivers the BAG before the newest once more.
func olderBAG(o *night, _ *rand.Rand) error {
	bag := &o.town.bag
	o.spoil = append(o.spoil, func() error { return put(bag.path, bag.older) })
	o.lifts = append(o.lifts, func() error { return put(bag.path, bag.newest) })
	return nil
}
