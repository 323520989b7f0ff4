// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IChargeRefundManager} from "../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {IRefundManager} from "../../src/refunds/interfaces/IRefundManager.sol";
import {ChargeRefundTest} from "./support/ChargeRefundTest.sol";

/// @dev Gas of a call with cold accounts, without the transaction's own 21,000 and its calldata.
contract ChargeRefundGasSnapshot is ChargeRefundTest {
    uint256 private constant TRANSACTION_GAS = 21_000;
    /// @dev The most that a first refund by approval may cost, all included.
    uint256 private constant REFUND_GAS = 168_000;

    function test_gas_of_refunds_by_approval() public {
        prepare(payoutA, FLOAT);
        Plan memory p = charged(1, 2);
        bytes memory first = abi.encodeCall(IChargeRefundManager.refundCharge, (proof(p, 1, 0), 10, REF));
        vm.assertLe(_measure("first", first) + _costOf(first), REFUND_GAS, "transaction");
        bytes32 second = keccak256("second");
        _measure("later", abi.encodeCall(IChargeRefundManager.refundCharge, (proof(p, 1, 0), 10, second)));
    }

    function test_gas_of_refunds_by_authorization() public {
        mint(usdc, payoutA, FLOAT);
        Plan memory p = charged(1, 2);
        IRefundManager.Auth memory auth = authorize(PAYOUT_A_KEY, usdc, 10, nonceOf(idOf(p), 1, 0, REF));
        _measure(
            "first by authorization",
            abi.encodeCall(IChargeRefundManager.refundChargeWithAuthorization, (proof(p, 1, 0), 10, REF, auth))
        );
    }

    /// @dev What a transaction costs besides the call.
    function _costOf(bytes memory data) private pure returns (uint256 cost) {
        cost = TRANSACTION_GAS;
        for (uint256 i = 0; i < data.length; ++i) {
            cost += data[i] == 0 ? 4 : 16;
        }
    }

    function _measure(string memory name, bytes memory data) private returns (uint256 used) {
        vm.cool(address(refunds));
        vm.cool(address(manager));
        vm.cool(address(registry));
        vm.cool(address(usdc));
        vm.prank(payoutA);
        (bool success,) = address(refunds).call(data);
        used = vm.snapshotGasLastCall("ChargeRefundManager", name);
        vm.assertTrue(success, name);
    }
}
