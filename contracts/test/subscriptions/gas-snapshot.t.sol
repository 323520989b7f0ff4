// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

/// @dev Gas of a call into the manager with cold accounts, without the transaction's own 21,000 and its calldata.
/// `contracts/snapshots` holds what is committed; a difference fails the tests.
contract SubscriptionGasSnapshot is SubscriptionTest {
    /// @dev What a plain `transferFrom` costs on a real USDC, the transaction's own cost included.
    uint256 private constant PLAIN_GAS = 53_292;
    uint256 private constant TRANSACTION_GAS = 21_000;

    function setUp() public override {
        super.setUp();
        // As in practice: payout and manager hold tokens already, and fees have accrued.
        subscribe(plan(1_000));
    }

    function test_gas_of_an_enrolment() public {
        _measure("subscribe", relayer, subscribeCall(plan(1)));
        _measure("subscribeSigned", relayer, subscribeSignedCall(plan(2)));
    }

    function test_gas_of_a_single_renewal() public {
        ISubscriptionManager.Charge memory item = _renewals(0, 1)[0];
        _renew("charge", abi.encodeCall(ISubscriptionManager.charge, (item)), 1, 195);
    }

    function test_gas_of_renewals_in_batches() public {
        ISubscriptionManager.Charge[] memory ten = _renewals(0, 10);
        ISubscriptionManager.Charge[] memory fifty = _renewals(10, 50);
        _renew(
            "chargeBatch of 10",
            abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), oneChargeGroup(ten))),
            10,
            73
        );
        _renew(
            "chargeBatch of 50",
            abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), oneChargeGroup(fifty))),
            50,
            62
        );
    }

    function test_gas_of_a_cancellation() public {
        bytes32 id = subscribe(plan(1));
        _measure("cancel", plan(1).terms.payer, abi.encodeCall(ISubscriptionManager.cancel, (id)));
    }

    /// @dev The second charges of payers who enrolled, due together.
    function _renewals(uint256 first, uint256 size) private returns (ISubscriptionManager.Charge[] memory items) {
        items = new ISubscriptionManager.Charge[](size);
        vm.warp(START);
        for (uint256 i = 0; i < size; ++i) {
            items[i] = chargeOf(subscribe(plan(first + i)), 1, 0, PRICE);
        }
        pass(MONTH);
    }

    /// @dev Measures renewals, each of which costs at most so many percent of a plain transfer, all included.
    function _renew(string memory name, bytes memory data, uint256 items, uint256 percent) private {
        uint256 used = _measure(name, keeper, data) + TRANSACTION_GAS;
        for (uint256 i = 0; i < data.length; ++i) {
            used += data[i] == 0 ? 4 : 16;
        }
        vm.assertLe(used / items, PLAIN_GAS * percent / 100, name);
    }

    function _measure(string memory name, address by, bytes memory data) private returns (uint256 used) {
        vm.cool(address(manager));
        vm.cool(address(registry));
        vm.cool(address(usdc));
        vm.prank(by);
        (bool success,) = address(manager).call(data);
        used = vm.snapshotGasLastCall("SubscriptionManager", name);
        vm.assertTrue(success, name);
    }
}
