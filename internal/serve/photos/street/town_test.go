package street_test

import (
	"context"
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/photos/street"
	"github.com/gevel/gevel/internal/testing/drawntown"
)

// drive is the pictures of a town with their true poses.
type drive struct {
	*drawntown.Town
	homes []drawntown.Home
	town  street.Town
	truth []drawntown.Camera
}

// panorama is the size of a usual one.
var panorama = image.Pt(8000, 4000)

func newDrive(t testing.TB, seed uint64, homes int, heights bool) *drive {
	town := drawntown.New(seed, homes)
	d := &drive{Town: town, homes: town.Homes()}
	d.town = street.Town{Buildings: town.Footprints(t, heights), Address: func(row int) (gevel.Address, bool) {
		return d.homes[row].Address, true
	}}
	for _, h := range d.homes {
		d.town.Homes = append(d.town.Homes, h.At)
	}
	for _, s := range town.Spots {
		d.truth = append(d.truth, drawntown.Camera{At: s.At, Height: 2.5, Heading: s.Heading, Size: panorama})
	}
	return d
}

// poses returns the poses with errors of a seed, stated as so much.
func (d *drive) poses(seed uint64, position, heading, stated float64) []street.Pose {
	rng := rand.New(rand.NewPCG(seed, 1))
	poses := make([]street.Pose, len(d.truth))
	for i, c := range d.truth {
		poses[i] = street.Pose{
			At:     geo.Point{X: c.At.X + position*rng.NormFloat64(), Y: c.At.Y + position*rng.NormFloat64()},
			Height: c.Height, Heading: c.Heading + heading*rng.NormFloat64(), Pitch: c.Pitch, Roll: c.Roll,
			PositionError: stated * position, HeadingError: stated * heading,
			Lens: street.Lens{Size: c.Size, Field: c.Field, Full: c.Size}, TakenAt: time.Unix(int64(i), 0),
		}
	}
	return poses
}

func (d *drive) find(t testing.TB, poses []street.Pose) street.Found {
	t.Helper()
	found, err := d.town.Find(context.Background(), poses, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// judged is what the pixels of cuts show.
type judged struct {
	views, wrong, behind int // middles that show another building; or ground, sky or a lorry
	shares               []float64
	wrongs               []string
}

func (j *judged) tenth() float64 {
	slices.Sort(j.shares)
	if len(j.shares) == 0 {
		return 1
	}
	return j.shares[len(j.shares)/10]
}

// judge draws the cuts and counts their pixels.
func (d *drive) judge(poses []street.Pose, found street.Found) (j judged) {
	houses := map[gevel.BAGID]int{}
	for _, h := range d.homes {
		houses[h.ObjectID] = h.House
	}
	for _, f := range found.Fronts {
		cut := f.Cut
		cut.PixelsMetre = 4
		picture := cut.Of(&poses[f.Pose], d.Picture(d.truth[f.Pose]))
		size := picture.Rect.Size()
		own, others := 0, 0
		for x := range size.X {
			for y := range size.Y {
				switch of := drawntown.Shown(picture.RGBAAt(x, y)); {
				case of < 0 || of >= len(d.Houses) || d.Houses[of].Lorry: // between two colours
				case of == houses[f.Home]:
					own++
				default:
					others++
				}
			}
		}
		j.views++
		if of := drawntown.Shown(picture.RGBAAt(size.X/2, size.Y/2)); of < 0 || of >= len(d.Houses) || d.Houses[of].Lorry {
			j.behind++
		} else if of != houses[f.Home] {
			j.wrong++
			j.wrongs = append(j.wrongs, fmt.Sprintf("%s shows %d, not %d: %+v", f.Home, of, houses[f.Home], f))
		}
		j.shares = append(j.shares, float64(own)/math.Max(1, float64(own+others)))
	}
	return j
}

// within counts the homes with a camera at 5 to 40 m of their building's middle.
func (d *drive) within() (n int) {
	for _, h := range d.homes {
		if slices.ContainsFunc(d.truth, func(c drawntown.Camera) bool {
			return math.Hypot(c.At.X-h.At.X, c.At.Y-h.At.Y) < 30
		}) {
			n++
		}
	}
	return n
}

// homes is how many homes the drawn towns have: all that the promise is about where all of it is proved.
func homes() int {
	if os.Getenv("GEVEL_TEST_PROOF") != "" {
		return 2000
	}
	return 250
}

// check fails a test if more middles than a part are wrong, or walls of others fill cuts. Views that a lorry or the ground
// fill show no other home.
func (j *judged) check(t *testing.T, d *drive, what string, found street.Found, most float64) {
	t.Helper()
	t.Logf("%s: %d homes, %d near a camera, %d views, %d of another home, %d of none, tenth percentile of shares %.2f, without %v",
		what, len(d.homes), d.within(), j.views, j.wrong, j.behind, j.tenth(), found.Without)
	if float64(j.wrong) > most*float64(j.views)+1 || j.views > 50 && j.tenth() < 0.6 {
		t.Errorf("%s: %d of %d views are of another home, the tenth percentile of shares is %.2f", what, j.wrong, j.views, j.tenth())
		for _, w := range j.wrongs[:min(3, len(j.wrongs))] {
			t.Log(w)
		}
	}
}

func TestExactPosesShowTheRightFronts(t *testing.T) {
	for _, heights := range []bool{true, false} {
		d := newDrive(t, 1, homes(), heights)
		poses := d.poses(1, 0, 0, 1)
		found := d.find(t, poses)
		j := d.judge(poses, found)
		j.check(t, d, fmt.Sprint("heights known: ", heights), found, 0.001)
		if float64(j.views) < 0.9*float64(d.within()) {
			t.Errorf("%d of %d homes near a camera have a view", j.views, d.within())
		}
	}
}

func TestErrorsThatAreStatedRefuseWhatIsNotSure(t *testing.T) {
	d := newDrive(t, 2, homes(), true)
	levels := []float64{1}
	if os.Getenv("GEVEL_TEST_PROOF") != "" {
		levels = append(levels, 0.5)
	}
	for _, stated := range levels {
		for i, position := range []float64{0.1, 0.5, 2, 5} {
			for k, heading := range []float64{1, 5, 15} {
				poses := d.poses(uint64(10*i+k), position, heading, stated)
				found := d.find(t, poses)
				j, most := d.judge(poses, found), 0.005
				what := fmt.Sprintf("%.1f m and %2.0f degrees, stated as %g of it", position, heading, stated)
				if stated < 1 { // what happens then is logged, and no promise
					j.shares, most = nil, 1
				}
				j.check(t, d, what, found, most)
			}
		}
	}
}

func TestTiltedCamerasSeamsPlainPhotosAndLorries(t *testing.T) {
	for what, alter := range map[string]func(d *drive, i int, rng *rand.Rand){
		"tilted": func(d *drive, i int, rng *rand.Rand) {
			c := &d.truth[i]
			c.Pitch, c.Roll, c.Heading = 4*rng.NormFloat64(), 4*rng.NormFloat64(), 360*rng.Float64()
		},
		"plain": func(d *drive, i int, _ *rand.Rand) {
			c := &d.truth[i]
			c.Size, c.Field, c.Heading, c.Pitch = image.Pt(4000, 3000), 75, c.Heading+90*float64(1-i%2*2), 10
		},
		"lorries": func(d *drive, i int, rng *rand.Rand) {
			at := d.truth[i].At
			if sin, cos := math.Sincos(2 * math.Pi * rng.Float64()); i%4 == 0 {
				corner := func(x, y float64) gevel.Point { return gevel.Point{X: at.X + x*sin - y*cos, Y: at.Y + x*cos + y*sin} }
				d.Stand(drawntown.House{Height: 3.5, Lorry: true, Outline: []gevel.Point{corner(3, -4), corner(5, -4), corner(5, 4), corner(3, 4)}})
			}
		},
	} {
		d, rng := newDrive(t, 4, 150, true), rand.New(rand.NewPCG(9, 9))
		for i := range d.truth {
			alter(d, i, rng)
		}
		poses := d.poses(1, 0, 0, 1)
		found := d.find(t, poses)
		j := d.judge(poses, found)
		j.check(t, d, what, found, 0.001)
		if j.views < len(d.homes)/3 {
			t.Errorf("%s: %d of %d homes have a view", what, j.views, len(d.homes))
		}
	}
}

// BenchmarkViewsOfALargeTown finds the views of some 100 000 pictures in a town of 100 000 homes, and reports what a picture
// takes of a processor and the most memory of the process, town and all.
func BenchmarkViewsOfALargeTown(b *testing.B) {
	d := newDrive(b, 7, 100_000, true)
	poses := d.poses(1, 0.1, 1, 1)
	usage := func() (r syscall.Rusage) {
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
			b.Fatal(err)
		}
		return r
	}
	before := usage()
	for b.Loop() {
		found := d.find(b, poses)
		b.ReportMetric(float64(len(found.Fronts)), "views")
	}
	after := usage()
	took := func(r syscall.Rusage) int64 { return r.Utime.Nano() + r.Stime.Nano() }
	b.ReportMetric(float64(len(poses)), "pictures")
	b.ReportMetric(float64(took(after)-took(before))/float64(b.N*len(poses))/1e3, "processor-us/picture")
	b.ReportMetric(float64(after.Maxrss)/1024, "MB")
}
