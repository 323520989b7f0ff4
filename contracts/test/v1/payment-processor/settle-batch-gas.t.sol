// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IPaymentProcessor} from "../../../src/v1/interfaces/IPaymentProcessor.sol";
import {PaymentProcessor} from "../../../src/v1/PaymentProcessor.sol";
import {ThickToken} from "../../support/ThickToken.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

/// @dev A batch with too little gas must revert; it must never go through with payments left out.
contract SettleBatchGasTest is PaymentTest {
    uint256 private constant SIZE = 8;
    uint256 private constant ALL = (1 << SIZE) - 1;

    IPaymentProcessor.Group[] private groups;

    function setUp() public override {
        super.setUp();
        _push(merchantA, 0);
        _push(merchantB, SIZE);
    }

    function testFuzz_settles_everything_or_reverts(uint256 gasLimit) public {
        gasLimit = between(gasLimit, 20_000, 1_500_000);
        (bool success, uint256[] memory okBitmaps) = _send(gasLimit);
        if (!success) return;
        vm.assertEq(okBitmaps[0], ALL, "first bitmap");
        vm.assertEq(okBitmaps[1], ALL, "second bitmap");
    }

    function test_settles_everything_with_the_least_gas_that_does_not_revert() public {
        // What eth_estimateGas finds: the lowest limit with which the call succeeds.
        uint256 low = 21_000;
        uint256 high = processor.batchGasLimit(2, 2 * SIZE);
        while (high - low > 1) {
            uint256 middle = (low + high) / 2;
            uint256 state = vm.snapshotState();
            (bool success,) = _send(middle);
            vm.revertToState(state);
            if (success) high = middle;
            else low = middle;
        }
        (, uint256[] memory okBitmaps) = _send(high);
        vm.assertEq(okBitmaps[0], ALL, "first bitmap");
        vm.assertEq(okBitmaps[1], ALL, "second bitmap");
    }

    function test_says_that_the_gas_was_not_enough() public {
        vm.expectRevert(IPaymentProcessor.InsufficientGas.selector);
        processor.settleBatch{gas: 200_000}(groups);
    }

    function testFuzz_never_takes_a_starved_payout_for_a_refused_one(uint256 gasLimit) public {
        // The transfer fits into the floor, but not into what an item leaves of it; starved, it answers with a text.
        _paysOutOrReverts(new ThickToken(100_000, 150_000, true), between(gasLimit, 200_000, 500_000));
    }

    function testFuzz_never_takes_a_payout_out_of_gas_for_a_refused_one(uint256 gasLimit) public {
        // Needs more than the floor leaves, and a starved transfer answers with nothing.
        _paysOutOrReverts(new ThickToken(0, 600_000, false), between(gasLimit, 100_000, 1_000_000));
    }

    function _paysOutOrReverts(ThickToken token, uint256 gasLimit) private {
        processor = new PaymentProcessor(registry, address(token), address(0), treasury);
        Order memory o = unfundedOrder(1);
        IPaymentProcessor.Sig memory intent =
            _sign(o.key, processor.paymentId(merchantA, address(token), o.from, o.amount, o.ref, o.nonce));
        IPaymentProcessor.Group[] memory one = new IPaymentProcessor.Group[](1);
        one[0] = IPaymentProcessor.Group(merchantA, address(token), list(itemOf(o, intent, intent)));

        (bool success, bytes memory result) =
            address(processor).call{gas: gasLimit}(abi.encodeCall(IPaymentProcessor.settleBatch, (one)));
        if (success) vm.assertEq(abi.decode(result, (uint256[]))[0], 1, "bitmap");
    }

    function _send(uint256 gasLimit) private returns (bool success, uint256[] memory okBitmaps) {
        bytes memory result;
        (success, result) =
            address(processor).call{gas: gasLimit}(abi.encodeCall(IPaymentProcessor.settleBatch, (groups)));
        if (success) okBitmaps = abi.decode(result, (uint256[]));
    }

    function _push(uint256 merchantId, uint256 firstSeed) private {
        IPaymentProcessor.Group storage group = groups.push();
        group.merchantId = merchantId;
        group.token = address(usdc);
        for (uint256 i = 0; i < SIZE; ++i) {
            Order memory o = order(firstSeed + i);
            o.merchantId = merchantId;
            group.items.push(item(o));
        }
    }
}
