import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../ui/card.ts'
import type { SeatsByCounty } from './map.server.ts'

const Swatch = ({ shade }: { shade: number }) => (
  <svg className="sel-swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect className={`shade-${shade}`} width="1" height="1" />
  </svg>
)

/**
 * Says what each shade of the map means, the lightest first. `steps`: the number from which each shade is
 * used. Everything below the second step has the lightest shade.
 */
const Shades = ({ steps: [, second = 0, ...later] }: { steps: number[] }) => (
  <>
    <p className="small mt3" id="shades">
      <Trans>People for each seat</Trans>
    </p>
    <ul className="sel-legend small" aria-labelledby="shades">
      <li>
        <Swatch shade={1} /> {t`below ${second}`}
      </li>
      {[second, ...later].map((from, index) => (
        <li key={from}>
          <Swatch shade={index + 2} /> {t`from ${from}`}
        </li>
      ))}
    </ul>
  </>
)

const Picture = ({ address, width, height, steps }: NonNullable<SeatsByCounty['map']>) => (
  <div>
    <img
      src={address}
      width={width}
      height={height}
      loading="lazy"
      alt={t`Map of the counties: how many people for each seat`}
    />
    {steps.length > 1 && <Shades steps={steps} />}
  </div>
)

/** Compares seats with people in each county, as a map and a table. */
export const Counties = ({ counties, map }: SeatsByCounty) => (
  <section className="band no-print" aria-labelledby="counties">
    <h2 id="counties">
      <Trans>Seats and people by county</Trans>
    </h2>
    <div className="sel-where mt4">
      {map && <Picture {...map} />}
      <table className="sel-table">
        <thead>
          <tr>
            <th scope="col">{t`County`}</th>
            <th scope="col">{t`Seats`}</th>
            <th scope="col">{t`People`}</th>
            <th scope="col">{t`For each seat`}</th>
          </tr>
        </thead>
        <tbody>
          {counties.map(({ code, name, seats, people, forEach }) => (
            <tr key={code}>
              <th scope="row">{name}</th>
              <td className="num">{formatNumber(seats)}</td>
              <td className="num">{formatNumber(people)}</td>
              <td className="num">{forEach ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
)
