// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IFeeTreasury} from "../../../src/payments/interfaces/IFeeTreasury.sol";
import {LocalFiatLedger} from "../../../src/local/LocalFiatLedger.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {LocalFiatTokenProxy} from "../../../src/local/LocalFiatTokenProxy.sol";
import {LocalSignatureChecker} from "../../../src/local/LocalSignatureChecker.sol";
import {PaymentTest} from "../support/PaymentTest.sol";

contract RecoverStrayTest is PaymentTest {
    function testFuzz_gives_exactly_the_amount_back(uint256 stray, uint256 amount) public {
        stray = between(stray, 1, FUNDS);
        amount = between(amount, 0, stray);
        mint(usdc, address(processor), stray);
        vm.expectEmit(address(processor));
        emit IFeeTreasury.StrayRecovered(address(usdc), relayer, amount);
        vm.prank(treasury);
        processor.recoverStray(address(usdc), relayer, amount);
        vm.assertEq(usdc.balanceOf(relayer), amount, "sender");
        vm.assertEq(usdc.balanceOf(address(processor)), stray - amount, "processor");
    }

    function test_gives_any_token_back() public {
        LocalFiatToken implementation = new LocalFiatToken(new LocalSignatureChecker());
        bytes memory initialization = abi.encodeCall(LocalFiatLedger.initialize, ("Other", "OTHER", 18, tokenOwner));
        LocalFiatToken other =
            LocalFiatToken(address(new LocalFiatTokenProxy(address(implementation), proxyAdmin, initialization)));
        mint(other, address(processor), 9);
        vm.prank(treasury);
        processor.recoverStray(address(other), relayer, 9);
        vm.assertEq(other.balanceOf(relayer), 9, "sender");
    }

    function test_refuses_more_than_there_is() public {
        mint(usdc, address(processor), 5);
        vm.prank(treasury);
        vm.expectRevert(text("ERC20: transfer amount exceeds balance"));
        processor.recoverStray(address(usdc), relayer, 6);
    }

    function testFuzz_refuses_everyone_but_the_treasury(address caller) public {
        vm.assume(caller != treasury);
        mint(usdc, address(processor), 100);
        vm.expectRevert(IFeeTreasury.NotTreasury.selector);
        vm.prank(caller);
        processor.recoverStray(address(usdc), caller, 10);
    }
}
